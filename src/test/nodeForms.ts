import { File as NodeFile } from 'node:buffer'
import { vi } from 'vitest'

/**
 * jsdom's files and forms lose their bytes on the way through Node's fetch; Node's own do not.
 * @returns the way back
 */
export async function stubForms(): Promise<() => void> {
  const page = { FormData, File }
  const { constructor } = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('File', NodeFile)
  // A form on the page is read by jsdom.
  vi.stubGlobal('FormData', function FormData(form?: HTMLFormElement): unknown {
    return form ? new page.FormData(form) : Reflect.construct(constructor, [])
  })
  return () => {
    vi.stubGlobal('File', page.File)
    vi.stubGlobal('FormData', page.FormData)
  }
}
