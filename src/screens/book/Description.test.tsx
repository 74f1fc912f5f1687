import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Description } from './Description.tsx'

// React complains on the console of elements that may not be nested; that fails any test.
test.each([
  ['A <b>bold</b> start', '<p>A <b>bold</b> start</p>'],
  ['<p><b>One<p>Two</b> three', '<p><b>One</b></p><p><b>Two</b> three</p>'],
  ['<p>List<ul><li>a<li>b</ul>end', '<p>List</p><ul><li>a</li><li>b</li></ul>end'],
  ['<p>Loose<li>item', '<p>Loose</p><li>item</li>'],
  ['<i><p>a</i>b</p>c', '<i></i><p><i>a</i>b</p>c'],
  ['</b>only ends</p>', 'only ends'],
  ['<script>alert(1)</script><p onclick="x()">text', '<p>text</p>'],
  ['Tom &amp; Jerry, 1 &lt; 2', '<p>Tom &amp; Jerry, 1 &lt; 2</p>'],
])('%j is rendered as %j', (html, rendered) => {
  const { container } = render(<Description html={html} />)
  expect(container.innerHTML.replaceAll(/<p><\/p>/g, '')).toBe(rendered)
})

test('loses every attribute, script, link and other element, not their text', () => {
  const { container } = render(
    <Description
      html={
        '<p onclick="steal()" style="position:fixed" class="x">Hello ' +
        '<a href="javascript:alert(1)">link</a> <img src=x onerror="alert(1)">' +
        '<svg onload="alert(1)"><circle/></svg><span>span</span></p>' +
        '<script>alert(1)</script><style>p{}</style><iframe src="//evil.example"></iframe>' +
        '<p>Bye</p>'
      }
    />,
  )
  expect(container.innerHTML.replaceAll(/ +/g, ' ')).toBe('<p>Hello link span </p><p>Bye</p>')
})

test('keeps words apart on both sides of what is removed, and removes controls of forms', () => {
  const { container } = render(
    <Description
      html={
        '<p>One</p><div>two</div><h2>three</h2><a href="/x">four</a>' +
        '<form><button>Send</button><select><option>All</option></select></form>five'
      }
    />,
  )
  expect(container).toHaveTextContent(/^One two three four five$/)
})

test.each(['', '<p> </p>', '<script>alert(1)</script>'])('%j is none', (html) => {
  const { container } = render(<Description html={html} />)
  expect(container).toHaveTextContent('No detailed description available.')
})
