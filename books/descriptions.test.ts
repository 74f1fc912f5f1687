import { describe, expect, test } from 'vitest'
import { cleanDescription } from './descriptions.ts'

describe('cleanDescription', () => {
  test.each([
    ['plain text', 'plain text'],
    ['<p>One</p><p>Two<br/>three</p>', '<p>One</p><p>Two<br />three</p>'],
    [
      '<ul><li><b>a</b></li></ul><ol><li><i>b</i></li></ol>',
      '<ul><li><b>a</b></li></ul><ol><li><i>b</i></li></ol>',
    ],
    ['<em>a</em> <strong>b</strong>', '<em>a</em> <strong>b</strong>'],
    ['<h1>Title</h1><div class="x">text</div>', '<p>Title</p><p>text</p>'],
    ['before<div>one<p>two</p>three</div>after', 'before<p>one</p><p>two</p><p>three</p>after'],
    ['<div><div><p>one</p></div></div><hr><p> </p>', '<p>one</p>'],
    ['<table><tr><td>a</td></tr><tr><td>b</td></tr></table>', '<p>a</p><p>b</p>'],
    ['<a href="javascript:alert(1)">link</a>', 'link'],
    ['<p onclick="x()" style="color:red">a</p>', '<p>a</p>'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<style>p{}</style>x', 'x'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['Tom &amp; Jerry &lt;3', 'Tom &amp; Jerry &lt;3'],
    ['Tom & Jerry', 'Tom &amp; Jerry'],
    ['<b>open', '<b>open</b>'],
    ['<scr<script>ipt>alert(1)</script>', '&lt;scr'],
    ['<b/onclick=x>y', '&lt;b/onclick=x&gt;y'],
    ['a<b and c>d, <3, List<String>', 'a&lt;b and c&gt;d, &lt;3, List&lt;String&gt;'],
    ['<P CLASS="x">Set<A> and <B>bold</B>', '<p>Set&lt;A&gt; and <b>bold</b></p>'],
    ['  spaced  ', 'spaced'],
  ])('%j becomes %j', async (html, clean) => {
    expect(await cleanDescription(html)).toBe(clean)
  })

  test('cleaning twice changes nothing more', async () => {
    const clean = await cleanDescription('<p>a & b</p><x>c</x> &lt;script&gt;')
    expect(await cleanDescription(clean)).toBe(clean)
  })
})
