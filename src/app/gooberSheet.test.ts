import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { provideGooberSheet } from './gooberSheet.ts'

/** A constructed style sheet that remembers what it was told. */
class FakeSheet {
  text = ''
  replaceSync(text: string): void {
    this.text = text
  }
}

const before = Object.getOwnPropertyDescriptor(document, 'adoptedStyleSheets')

function adopt(sheets: unknown): void {
  Object.defineProperty(document, 'adoptedStyleSheets', {
    value: sheets,
    writable: true,
    configurable: true,
  })
}

function forget(): void {
  Reflect.deleteProperty(document, 'adoptedStyleSheets')
  Reflect.deleteProperty(window, '_goober')
}

const { CSSStyleSheet: JsdomSheet } = globalThis

beforeEach(() => {
  forget()
  vi.stubGlobal('CSSStyleSheet', FakeSheet)
})
afterEach(() => {
  forget()
  if (before) Object.defineProperty(document, 'adoptedStyleSheets', before)
  vi.stubGlobal('CSSStyleSheet', JsdomSheet)
})

describe('provideGooberSheet', () => {
  test('gives goober an element whose text is a constructed sheet, beside the others', () => {
    const other = new FakeSheet()
    adopt([other])
    provideGooberSheet()
    const sheets: readonly unknown[] = document.adoptedStyleSheets
    expect(sheets).toHaveLength(2)
    expect(sheets[0]).toBe(other)
    // As goober does it: the text is read, and written anew with a rule before or after it.
    const text = window._goober?.firstChild
    if (!text || !('data' in text)) throw new Error('There is no text.')
    expect(text.data).toBe('')
    text.data = `${text.data}.go1{color:red}`
    text.data = `${text.data}.go2{color:blue}`
    expect(text.data).toBe('.go1{color:red}.go2{color:blue}')
    expect(sheets[1]).toHaveProperty('text', '.go1{color:red}.go2{color:blue}')
    expect(document.head.querySelector('#_goober')).toBeNull()
  })

  test('once is enough', () => {
    adopt([])
    provideGooberSheet()
    const first = window._goober
    provideGooberSheet()
    expect(window._goober).toBe(first)
    expect(document.adoptedStyleSheets).toHaveLength(1)
  })

  test('leaves an element that is there already', () => {
    adopt([])
    const element = document.createElement('style')
    window._goober = element
    provideGooberSheet()
    expect(window._goober).toBe(element)
    expect(document.adoptedStyleSheets).toHaveLength(0)
  })

  test('leaves a browser without constructed sheets its own way', () => {
    vi.spyOn(document, 'createElement')
    Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets')
    provideGooberSheet()
    expect(window._goober).toBeUndefined()
  })
})
