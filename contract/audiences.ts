/** Whom a book may be wished for: those of the subjects, and children to whom one reads. */
export const WISH_AUDIENCES = ['picture book', 'children', 'young adult', 'adult'] as const
export type Audience = (typeof WISH_AUDIENCES)[number]
