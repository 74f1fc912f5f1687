/** The twelve books of the showcase: the covers in public/showcase, and where each leads. */
export const SHOWCASE = [
  { number: 1, id: 'pride-and-prejudice', title: 'Pride and Prejudice', author: 'Jane Austen' },
  {
    number: 2,
    id: 'frankenstein-or-the-modern-prometheus',
    title: 'Frankenstein',
    author: 'Mary Shelley',
  },
  {
    number: 3,
    id: 'the-hound-of-the-baskervilles',
    title: 'The Hound of the Baskervilles',
    author: 'Arthur Conan Doyle',
  },
  { number: 4, id: 'the-time-machine', title: 'The Time Machine', author: 'H. G. Wells' },
  {
    number: 5,
    id: 'alices-adventures-in-wonderland',
    title: "Alice's Adventures in Wonderland",
    author: 'Lewis Carroll',
  },
  { number: 6, id: 'leaves-of-grass', title: 'Leaves of Grass', author: 'Walt Whitman' },
  {
    number: 7,
    id: 'twenty-thousand-leagues-under-the-sea',
    title: 'Twenty Thousand Leagues Under the Seas',
    author: 'Jules Verne',
  },
  { number: 8, id: 'les-miserables', title: 'Les Misérables', author: 'Victor Hugo' },
  { number: 9, id: 'the-odyssey', title: 'The Odyssey', author: 'Homer' },
  { number: 10, id: 'the-innocents-abroad', title: 'The Innocents Abroad', author: 'Mark Twain' },
  {
    number: 11,
    id: 'the-princess-and-the-goblin',
    title: 'The Princess and the Goblin',
    author: 'George MacDonald',
  },
  { number: 12, id: 'little-women', title: 'Little Women', author: 'Louisa May Alcott' },
] as const
