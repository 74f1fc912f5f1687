/** The smallest PNG that shows anything: 2 by 2 pixels. */
const PNG_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWM4YaNxwkaDAUIBACNeBLHoo3lxAAAAAElFTkSuQmCC'

/** The files that a scenario's `upload` chooses, with their names. */
export const UPLOADS = {
  picture: { name: 'me.png', type: 'image/png', base64: PNG_BASE64 },
  text: { name: 'notes.txt', type: 'text/plain', base64: btoa('No picture at all.') },
} as const
