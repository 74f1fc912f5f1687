/** The longest id of a user or a book, in characters. */
export const ID_MAX_LENGTH = 64

/** An id, as a part of a regular expression. Apart from its schema, so that a page need not bring it. */
export const ID_PATTERN = `[A-Za-z0-9_-]{1,${ID_MAX_LENGTH}}`

const ID = new RegExp(`^${ID_PATTERN}$`)

/** Whether a text is what ids of users and books are: letters, digits, `_` and `-`, 1 to 64 of them. */
export const isId = (text: string): boolean => ID.test(text)
