import { describe, expect, test } from 'vitest'
import { cleanDescription } from './descriptions.ts'

describe('cleanDescription', () => {
  test.each([
    ['<p>One</p><p>Two<br/>three</p>', '<p>One</p><p>Two<br />three</p>'],
    [
      '<ul><li><b>a</b></li></ul><ol><li><i>b</i></li></ol>',
      '<ul><li><b>a</b></li></ul><ol><li><i>b</i></li></ol>',
    ],
    ['<h1>Title</h1><div class="x">text</div>', '<p>Title</p><p>text</p>'],
    ['before<div>one<p>two</p>three</div>after', 'before<p>one</p><p>two</p><p>three</p>after'],
    ['<a href="javascript:alert(1)">link</a>', 'link'],
    ['<p onclick="x()" style="color:red">a</p>', '<p>a</p>'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<img src=x onerror=alert(1)>', ''],
    ['Tom & Jerry', 'Tom &amp; Jerry'],
    ['<scr<script>ipt>alert(1)</script>', '&lt;scr'],
    ['a<b and c>d, <3, List<String>', 'a&lt;b and c&gt;d, &lt;3, List&lt;String&gt;'],
    ['<P CLASS="x">Set<A> and <B>bold</B>', '<p>Set&lt;A&gt; and <b>bold</b></p>'],
  ])('%j becomes %j', async (html, clean) => {
    expect(await cleanDescription(html)).toBe(clean)
  })

  test('cleaning twice changes nothing more', async () => {
    const clean = await cleanDescription('<p>a & b</p><x>c</x> &lt;script&gt;')
    expect(await cleanDescription(clean)).toBe(clean)
  })
})
