import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyPart, type LazyPart } from './lazyPart.ts'

interface GreetingProps {
  name: string
}

function Greeting({ name }: GreetingProps) {
  return <p>Hello, {name}</p>
}

/** The part in a place that is held for it. */
const inPlace = (Part: LazyPart<GreetingProps>, name: string) => (
  <Suspense fallback="Loading...">
    <Part name={name} />
  </Suspense>
)

test('a part comes when it is drawn, and its place is held until then', async () => {
  const Part = lazyPart(async () => Greeting)
  render(inPlace(Part, 'Ada'))
  expect(screen.getByText('Loading...')).toBeVisible()
  expect(await screen.findByText('Hello, Ada')).toBeVisible()
})

test('one that was fetched before is drawn at once, and stays the same when it is drawn again', async () => {
  const Part = lazyPart(async () => Greeting)
  await Part.load()
  const { rerender } = render(inPlace(Part, 'Ada'))
  const greeting = screen.getByText('Hello, Ada')
  expect(greeting).toBeVisible()
  rerender(inPlace(Part, 'Grace'))
  expect(greeting).toHaveTextContent('Hello, Grace')
})

test('one that was drawn before it came is not begun anew when it has come', async () => {
  const Part = lazyPart(async () => Greeting)
  const { rerender } = render(inPlace(Part, 'Ada'))
  const greeting = await screen.findByText('Hello, Ada')
  await Part.load()
  rerender(inPlace(Part, 'Grace'))
  expect(greeting).toHaveTextContent('Hello, Grace')
})

test('what does not come is told to the page', async () => {
  const Part = lazyPart<GreetingProps>(() => Promise.reject(new Error('No network.')))
  await expect(Part.load()).rejects.toThrow('No network.')
})
