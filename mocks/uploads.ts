/** The smallest PNG that shows anything: 2 by 2 pixels. */
const PNG_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWM4YaNxwkaDAUIBACNeBLHoo3lxAAAAAElFTkSuQmCC'

/** The files that a scenario's `upload` chooses, with their names. */
export const UPLOADS = {
  picture: { name: 'me.png', type: 'image/png', base64: PNG_BASE64 },
  library: {
    name: 'goodreads_library_export.csv',
    type: 'text/csv',
    base64: btoa(
      [
        'Book Id,Title,Author,Author l-f,ISBN13,My Rating,Exclusive Shelf',
        '1,Pride and Prejudice,Jane Austen,"Austen, Jane","=""""",5,read',
        '2,Emma,Jane Austen,"Austen, Jane","=""""",4,read',
        '3,The Great Gatsby,F. Scott Fitzgerald,"Fitzgerald, F. Scott","=""""",2,read',
        '4,Middlemarch,George Eliot,"Eliot, George","=""""",0,to-read',
        '5,A Book Nobody Has,Ann Other,"Other, Ann","=""""",5,read',
      ].join('\n'),
    ),
  },
  titles: {
    name: 'my-books.csv',
    type: 'text/csv',
    base64: btoa('title,author\nEmma,Jane Austen\nMiddlemarch,George Eliot'),
  },
} as const

/** The key of such a file. */
export type Upload = keyof typeof UPLOADS
