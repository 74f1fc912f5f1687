import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Description } from './Description.tsx'

// React says on the console where elements stand in each other that may not; that fails any test.
test.each([
  ['A <b>bold</b> start', '<p>A <b>bold</b> start</p>'],
  ['<p>One<p>Two', '<p>One</p><p>Two</p>'],
  ['<p><b>One<p>Two</b> three', '<p><b>One</b></p><p>Two</p> three'],
  ['<p>List<ul><li>a<li>b</ul>end', '<p>List</p><ul><li>a</li><li>b</li></ul>end'],
  ['<p>Loose<li>item', '<p>Loose</p><li>item</li>'],
  ['<i><p>a</i>b</p>c', '<i><p>a</p></i>bc'],
  ['</b>only ends</p>', 'only ends'],
  ['<script>alert(1)</script><p onclick="x()">text', '<p>text</p>'],
])('%j is drawn as %j', (html, drawn) => {
  const { container } = render(<Description html={html} />)
  expect(container.innerHTML.replaceAll(/<p><\/p>/g, '')).toBe(drawn)
})
