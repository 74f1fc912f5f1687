import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCatalogue, type TestCatalogue } from '../../../test/catalogues.ts'

// Titles and names in the scripts of the world, as readers' keyboards have them.

const BOOKS = `
ההיסטוריה של צה״ל | דנה כהן
ספר ג׳ונגל קטן | רן לוי
كتاب الليالي العربية | أحمد الكاتب
مكتبة القاهرة ١٩٨٤ | ليلى هادي
رحلـــة إلى المدينة | ليلى هادي
کتاب‌خانهٔ بزرگ ایرانی | علی کریمی
می خواهم برگردم | سارا یزدی
آئینہ اور ہوا | پروین شاکر
海の手紙 | 村野 春樹
森の図書館 | 吉川葉子
カタカナ大辞典 | 山田 太郎
雨后的街 | 王小波澜
나는 책이다 | 김철수
아주 작은 습관의 책방 | 박 영희
Straße der Größe | Jörg Müßig
Maedchen aus Koeln | Heidi Baecker
Østers på Åsen | Søren Ærø
The World’s Worst Cousins | Davy Wall
Norwegian Wood | Haruki Murakami
Palace Walk | Naguib Mahfouz
War and Peace | Leo Tolstoy
`
  .trim()
  .split('\n')
  .map((line, at) => {
    const [title = '', author = ''] = line.split(' | ')
    return { id: title, title, authors: [author], popularity: 20 - at }
  })

let opened: TestCatalogue

beforeAll(async () => {
  opened = await createTestCatalogue()
  const others = { authors: ['Ann Other'], popularity: 90 }
  await opened.load([
    ...BOOKS,
    { id: 'common', title: 'What in the World Is the Worst', ...others },
    { id: 'worlds', title: 'Worst of Worlds', ...others },
  ])
})
afterAll(() => opened.close())

describe.each([
  ['ההיסטוריה של צה״ל', 'צהל', 'צה"ל', "צה''ל", 'צה”ל', 'צה״ל'],
  ['ספר ג׳ונגל קטן', "ג'ונגל", 'גונגל', 'ג’ונגל', 'ספר גונגל קטן'],
  ['كتاب الليالي العربية', 'كتاب الليالى العربيه', 'کتاب اللیالی العربیة', 'احمد الکاتب'],
  ['مكتبة القاهرة ١٩٨٤', '1984', 'مکتبۀ القاهره ۱۹۸۴', 'مكتبه ١٩٨٤'],
  ['رحلـــة إلى المدينة', 'رحلة', 'رحله الى المدينه', 'رحلة الي المدينة'],
  ['کتاب‌خانهٔ بزرگ ایرانی', 'کتابخانه', 'كتابخانة', 'کتاب خانه بزرگ', 'کتاب‌خانه', 'علي كريمي'],
  ['می خواهم برگردم', 'میخواهم', 'می‌خواهم', 'مي خواهم', 'ميخواهم برگردم'],
  ['آئینہ اور ہوا', 'آئينه اور هوا', 'ائینہ', 'آیینہ'],
  ['海の手紙', '村野春樹', '村野 春樹', '村野春樹 海の手紙', '春樹'],
  ['森の図書館', '吉川 葉子', '吉川葉子', '吉川 葉子 図書館', '森'],
  ['カタカナ大辞典', '山田太郎', '山田　太郎', 'ｶﾀｶﾅ大辞典', '山田太郎 大辞典'],
  ['雨后的街', '王 小波澜', '王小波澜', '王 小波澜 雨后', '雨后 的街'],
  ['나는 책이다', '나는책이다', '김 철수', '김 철수 책이다'],
  ['아주 작은 습관의 책방', '박영희', '아주작은 습관의', '박영희 책방'],
  ['Straße der Größe', 'strasse der groesse', 'groesse', 'Joerg Muessig', 'jorg mussig'],
  ['Maedchen aus Koeln', 'Mädchen aus Köln', 'Mädchen Köln', 'Bäcker'],
  ['Østers på Åsen', 'oesters paa aasen', 'osters pa asen', 'Soeren', 'soeren aeroe'],
  ['Norwegian Wood', '村上春樹', '村上 春樹', '村上', 'murakami'],
  ['Palace Walk', 'نجيب محفوظ', 'نجیب محفوظ'],
  ['War and Peace', 'Лев Толстой', 'толстой', 'tolstoy'],
  [
    'The World’s Worst Cousins',
    'world worst',
    'worlds worst',
    "world's worst",
    'world worst cousins',
  ],
])('%s', (title, ...queries) => {
  test.each(queries)('is found by %s, first and exactly', async (query) => {
    const { data, isApproximate } = await opened.catalogue.search(query, 20)
    expect({ first: data[0]?.id, isApproximate }).toEqual({ first: title })
  })
})
