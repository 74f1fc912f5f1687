/** How covers are drawn. Raise it when a drawn cover changes: a cover's link contains it, and is cached forever. */
export const COVER_VERSION = 4

/** The sign of the house, within 32 by 32: a printer's orb as a C, its staff a hook to catch the next word. */
export const SIGN = 'M17.2 20.4A6.6 6.6 0 1 1 17.2 11.6M12.3 9.4V4.6a3 3 0 0 1 6 0v1.6'
