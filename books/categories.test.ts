import { describe, expect, test } from 'vitest'
import { CATEGORIES, isCategory } from '../contract/categories.ts'
import { interestsOf } from './categories.ts'
import interestWords from './interestWords.json' with { type: 'json' }

describe('one name', () => {
  test.each([
    // Paths (BISAC), as Google Books has them.
    ['Fiction', 'Fiction'],
    ['Fiction / General', 'Fiction'],
    ['Fiction / Science Fiction / General', 'Sci-Fi, Fiction'],
    ['Fiction / Mystery & Detective / Cozy / General', 'Mystery, Fiction'],
    ['Fiction / Thrillers / Suspense', 'Thriller, Fiction'],
    ['Fiction / Crime', 'Mystery, Fiction'],
    ['Fiction / Romance / Historical / Regency', 'Romance, Historical Fiction, Fiction'],
    ['Juvenile Fiction / Fantasy & Magic', "Children's Books, Fantasy, Fiction"],
    ['Juvenile Nonfiction / Cooking & Food', "Children's Books, Food & Cooking, Non-Fiction"],
    ['Young Adult Fiction / Fantasy / Wizards & Witches', 'Young Adult, Fantasy, Fiction'],
    ['Comics & Graphic Novels / Superheroes', 'Graphic Novels'],
    ['COMICS & GRAPHIC NOVELS', 'Graphic Novels'],
    ['Biography & Autobiography / Sports', 'Biography, Non-Fiction'],
    ['Business & Economics / Motivational', 'Business, Self-Help, Non-Fiction'],
    ['Cooking / Methods / Baking', 'Food & Cooking, Non-Fiction'],
    ['True Crime / Murder / General', 'True Crime, Non-Fiction'],
    ['Health & Fitness / Yoga', 'Health & Fitness, Non-Fiction'],
    ['History / Modern / 20th Century', 'Non-Fiction'],
    ['Literary Criticism', 'Non-Fiction'],
    ['Poetry / American / General', 'Poetry'],
    // Subjects of the Library of Congress.
    ['Ghost stories', 'Horror, Fiction'],
    ['Horror tales, Australian', 'Horror, Fiction'],
    ['Detective and mystery stories, English', 'Mystery, Fiction'],
    ['Private investigators -- England -- London -- Fiction', 'Mystery, Fiction'],
    ['Robots -- Fiction', 'Sci-Fi, Fiction'],
    ['Magic -- Juvenile fiction', "Fantasy, Children's Books, Fiction"],
    ['World War, 1914-1918 -- Fiction', 'Historical Fiction, Fiction'],
    ['United States -- History -- Civil War, 1861-1865 -- Fiction', 'Historical Fiction, Fiction'],
    [
      'United States -- History -- Civil War, 1861-1865 -- Personal narratives',
      'Biography, Non-Fiction',
    ],
    ['Conduct of life -- Juvenile fiction', "Children's Books, Fiction"],
    ['Cooking -- Fiction', 'Fiction'],
    ['Italy -- Description and travel', 'Travel, Non-Fiction'],
    ['Lincoln, Abraham, 1809-1865 -- Biography', 'Biography, Non-Fiction'],
    ['English fiction -- History and criticism', 'Non-Fiction'],
    ['English poetry -- 19th century', 'Poetry'],
    ['Chinese fiction', 'Fiction'],
    ['Short stories, English', 'Fiction'],
    ['Quantum theory.', ''],
    // Shelves of Project Gutenberg.
    ['Category: Science-Fiction & Fantasy', 'Fantasy, Sci-Fi, Fiction'],
    ['Category: Crime, Thrillers and Mystery', 'Mystery, Thriller, Fiction'],
    ['Category: Cooking & Drinking', 'Food & Cooking, Non-Fiction'],
    ["Children's Picture Books", "Children's Books"],
    // Subjects of Open Library.
    ['Fiction, fantasy, general', 'Fantasy, Fiction'],
    ['Fiction, thrillers, espionage', 'Thriller, Fiction'],
    ["Children's fiction", "Children's Books, Fiction"],
    ['Juvenile literature', "Children's Books, Non-Fiction"],
    // Shelves of readers.
    ['sci-fi', 'Sci-Fi, Fiction'],
    ['ya', 'Young Adult'],
    ['non-fiction', 'Non-Fiction'],
    ['historical-fiction', 'Historical Fiction, Fiction'],
    ['self-help', 'Self-Help, Non-Fiction'],
    ['to-read', ''],
    // Shelves of libraries and shops.
    ['Maritime', 'Non-Fiction'],
    ['Theatre', 'Fiction'],
    ['Theater -- England -- History', 'Non-Fiction'],
    ['Crime', 'Mystery, Fiction'],
    ['Crime -- Sociological aspects', ''],
    ['Krimi', 'Mystery, Fiction'],
    ['Krimis & Thriller', 'Mystery, Thriller, Fiction'],
    ['Bücher > Belletristik > Historische Romane', 'Historical Fiction, Fiction'],
    ['Kinder- und Jugendbuch', "Young Adult, Children's Books"],
    ['Sachbuch', 'Non-Fiction'],
    ['Policier', 'Mystery, Fiction'],
    ["Romans d'amour", 'Romance, Fiction'],
    ['Ciencia ficción', 'Sci-Fi, Fiction'],
    ['Cuentos y poesía', 'Poetry, Fiction'],
    ['Libri per bambini e ragazzi', "Children's Books"],
    ['Histórias em quadrinhos', 'Graphic Novels'],
    ['Eten en drinken', 'Food & Cooking, Non-Fiction'],
    ['Kryminał', 'Mystery, Fiction'],
    ['推理小説', 'Mystery, Fiction'],
    ['絵本・児童書', "Children's Books"],
    ['روايات بوليسية', 'Mystery, Fiction'],
    ['صحة ولياقة', 'Health & Fitness, Non-Fiction'],
    ['Liebe und Rosenzucht', ''],
    // Codes: BISAC and Dewey.
    ['FIC022000', 'Mystery, Fiction'],
    ['fic000000', 'Fiction'],
    ['FIC027050', 'Romance, Historical Fiction, Fiction'],
    ['JUV037000', "Fantasy, Children's Books, Fiction"],
    ['JNF013000', "Children's Books, Non-Fiction"],
    ['SEL031000', 'Self-Help, Non-Fiction'],
    ['HIS027100', 'Non-Fiction'],
    ['XYZ022000', ''],
    ['823.914', 'Fiction'],
    ['823/.8', 'Fiction'],
    ['813.54 ROW', 'Fiction'],
    ['820.9', 'Non-Fiction'],
    ['821', 'Poetry'],
    ['839.737', 'Fiction'],
    ['641.5945', 'Food & Cooking, Non-Fiction'],
    ['741.5973', 'Graphic Novels'],
    ['364.1523', 'True Crime, Non-Fiction'],
    ['914.2', 'Travel, Non-Fiction'],
    ['1984', ''],
    ['500 recipes', ''],
  ])('%s → %s', (name, interests) => {
    expect(interestsOf([name]).join(', ')).toBe(interests)
  })

  test.each([
    'Horror films',
    'Robin Cook',
    'fast food nation',
    'Time machines',
    'The sisterhood of the traveling pants',
    'Romance philology',
    'Poetry slams in education',
    'Biographical dictionaries of dogs',
    'Mysteries of Udolpho (Radcliffe)',
  ])('%s only holds the word', (name) => {
    expect(interestsOf([name])).toEqual([])
  })
})

test.each(Object.entries(interestWords))('%s has words for every interest', (_, words) => {
  for (const category of CATEGORIES) {
    const names = words[category].flatMap((line) => line.split('; '))
    expect(names.filter((name) => !interestsOf([name]).includes(category))).toEqual([])
  }
})

describe('many names', () => {
  test('each interest once, the specific ones first', () => {
    expect(
      interestsOf([
        'Fiction',
        'Fiction / Fantasy / Epic',
        'Young Adult Fiction / General',
        'Fiction / Fantasy / General',
      ]),
    ).toEqual(['Fantasy', 'Young Adult', 'Fiction'])
  })

  test('a story with a topic is a story', () => {
    expect(interestsOf(['Whaling -- Fiction', 'History', 'Sea stories'])).toEqual(['Fiction'])
  })

  test('where none is known, what the caller says', () => {
    expect(interestsOf(['Coal mines and mining'])).toEqual([])
    expect(interestsOf(['Coal mines and mining'], 'Non-Fiction')).toEqual(['Non-Fiction'])
    expect(interestsOf(['Horror tales'], 'Non-Fiction')).toEqual(['Horror', 'Fiction'])
    expect(interestsOf([], 'Non-Fiction')).toEqual([])
    expect(interestsOf(['', ' ', null, 7, {}], 'Non-Fiction')).toEqual([])
  })

  test('every interest is its own name, and only interests come out', () => {
    for (const category of CATEGORIES) {
      expect(interestsOf([category])[0]).toBe(category)
      expect(interestsOf([category]).every(isCategory)).toBe(true)
    }
  })

  test('a name of any length', () => {
    expect(interestsOf(['fiction / '.repeat(100_000)])).toEqual(['Fiction'])
    expect(interestsOf(['-- '.repeat(100_000)])).toEqual([])
  })
})
