import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Description } from './Description.tsx'

// React complains on the console of elements that may not be nested; that fails any test.
test.each([
  ['A <b>bold</b> start', '<p>A <b>bold</b> start</p>'],
  ['<p>One<p>Two', '<p>One</p><p>Two</p>'],
  ['<p><b>One<p>Two</b> three', '<p><b>One</b></p><p><b>Two</b> three</p>'],
  ['<p>List<ul><li>a<li>b</ul>end', '<p>List</p><ul><li>a</li><li>b</li></ul>end'],
  ['<p>Loose<li>item', '<p>Loose</p><li>item</li>'],
  ['<i><p>a</i>b</p>c', '<i></i><p><i>a</i>b</p>c'],
  ['</b>only ends</p>', 'only ends'],
  ['<script>alert(1)</script><p onclick="x()">text', '<p>text</p>'],
  ['Loose<li>item', '<p>Loose<li>item</li></p>'],
])('%j is rendered as %j', (html, rendered) => {
  const { container } = render(<Description html={html} />)
  expect(container.innerHTML.replaceAll(/<p><\/p>/g, '')).toBe(rendered)
})
