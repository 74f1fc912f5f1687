/** Drawings for `Icon` that only the profile menu and the account dialog need, as `components/drawings.ts`. */
export const camera = {
  path: 'M4 7.5h3.5l2-3h5l2 3H20v12H4zM12 10a3.25 3.25 0 1 1 0 6.5 3.25 3.25 0 0 1 0-6.5',
}
export const leave = { path: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4' }
export const download = { path: 'M12 3.5v12M6.5 10.5 12 16l5.5-5.5M4 20.5h16' }
export const sun = {
  path: 'M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8',
}
export const moon = { path: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5' }
export const device = { path: 'M3 5h18v11.5H3zM8.5 20.5h7M12 16.5v4' }
