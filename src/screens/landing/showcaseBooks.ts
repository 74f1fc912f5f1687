/** The twelve books of the showcase, in the order of their covers in public/showcase, which are numbered from 1. */
export const SHOWCASE = [
  { id: 'pride-and-prejudice', title: 'Pride and Prejudice', author: 'Jane Austen' },
  { id: 'frankenstein-or-the-modern-prometheus', title: 'Frankenstein', author: 'Mary Shelley' },
  {
    id: 'the-hound-of-the-baskervilles',
    title: 'The Hound of the Baskervilles',
    author: 'Arthur Conan Doyle',
  },
  { id: 'the-time-machine', title: 'The Time Machine', author: 'H. G. Wells' },
  {
    id: 'alices-adventures-in-wonderland',
    title: "Alice's Adventures in Wonderland",
    author: 'Lewis Carroll',
  },
  { id: 'leaves-of-grass', title: 'Leaves of Grass', author: 'Walt Whitman' },
  {
    id: 'twenty-thousand-leagues-under-the-sea',
    title: 'Twenty Thousand Leagues Under the Seas',
    author: 'Jules Verne',
  },
  { id: 'les-miserables', title: 'Les Misérables', author: 'Victor Hugo' },
  { id: 'the-odyssey', title: 'The Odyssey', author: 'Homer' },
  { id: 'the-innocents-abroad', title: 'The Innocents Abroad', author: 'Mark Twain' },
  {
    id: 'the-princess-and-the-goblin',
    title: 'The Princess and the Goblin',
    author: 'George MacDonald',
  },
  { id: 'little-women', title: 'Little Women', author: 'Louisa May Alcott' },
] as const
