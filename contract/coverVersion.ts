/** How covers are drawn. Raise it when a drawn cover changes: a cover's link has it, and is cached for ever. */
export const COVER_VERSION = 2
