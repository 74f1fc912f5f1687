/** What a reader may say of a book beside the heart, in the order of menus; a book has a heart or one of these, never two. */
export const MARKS = ['wantToRead', 'read', 'notForMe'] as const
