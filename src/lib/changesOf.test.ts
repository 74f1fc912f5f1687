import { configureStore, createSlice } from '@reduxjs/toolkit'
import { expect, test, vi } from 'vitest'
import { changesOf } from './changesOf.ts'

const counts = createSlice({
  name: 'counts',
  initialState: { red: 0, blue: 0 },
  reducers: {
    addRed: (state) => void (state.red += 1),
    addBlue: (state) => void (state.blue += 1),
  },
})
const { addRed, addBlue } = counts.actions
const openStore = () => configureStore({ reducer: counts.reducer })
const redChanges = changesOf(({ red }: ReturnType<typeof counts.reducer>) => red)

test('listeners are told when their part is another, and then only', () => {
  const store = openStore()
  const listener = vi.fn()
  const other = vi.fn()
  redChanges(store)(listener)
  const stop = redChanges(store)(other)
  store.dispatch(addBlue())
  expect(listener).not.toHaveBeenCalled()
  store.dispatch(addRed())
  expect(listener).toHaveBeenCalledTimes(1)
  expect(other).toHaveBeenCalledTimes(1)
  stop()
  store.dispatch(addRed())
  expect(listener).toHaveBeenCalledTimes(2)
  expect(other).toHaveBeenCalledTimes(1)
})

test('a store has one listener of its own for all of them, and one way in', () => {
  const store = openStore()
  const subscribe = vi.spyOn(store, 'subscribe')
  const changes = redChanges(store)
  expect(redChanges(store)).toBe(changes)
  for (const listener of [vi.fn(), vi.fn(), vi.fn()]) changes(listener)
  expect(subscribe).toHaveBeenCalledTimes(1)
})

test('one store is not told of what happens in another', () => {
  const [store, other] = [openStore(), openStore()]
  const listener = vi.fn()
  redChanges(store)(listener)
  redChanges(other)(vi.fn())
  other.dispatch(addRed())
  expect(listener).not.toHaveBeenCalled()
})
