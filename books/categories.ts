import { LRUCache } from 'lru-cache'
import { CATEGORIES, type Category } from '../contract/categories.ts'
import { fold } from '../contract/fold.ts'

// How other catalogues name our interests, in whole names, compared folded: BISAC as Google Books has it
// (`Fiction / Fantasy / Epic`), Library of Congress subjects (`Ghosts -- Fiction`), the shelves of Project
// Gutenberg and of readers, subjects of Open Library.

/** Which general interest all books of an interest have too, and its whole names elsewhere. */
interface Interest {
  general: 'Fiction' | 'Non-Fiction' | 'either'
  names: string
}
const story = (names: string): Interest => ({ general: 'Fiction', names })
const fact = (names: string): Interest => ({ general: 'Non-Fiction', names })
const either = (names: string): Interest => ({ general: 'either', names })

const INTERESTS: Readonly<Record<Category, Interest>> = {
  Fiction: story(`
    fiction; general fiction; literary fiction; contemporary fiction; adult fiction; modern fiction;
    womens fiction; novels; novel; short stories; classics; classic literature; literature;
    literary; bildungsromans; adventure stories; action and adventure; adventure; domestic fiction;
    sea stories; war stories; western stories; westerns; psychological fiction; humorous stories;
    humorous fiction; satire; dime novels; epistolary fiction; christmas stories; didactic fiction;
    christian fiction; political fiction; autobiographical fiction; biographical fiction;
    allegories; legal stories; drama; plays; tragedies drama; comedy plays; american literature;
    british literature; classics of literature; literary collections; french literature; german
    literature; russian literature; literature other; plays films dramas; medical fiction;
    picaresque literature; fr litterature; fr nouvelles; fr theatre; de prosa; de drama; it romanzi;
    harvard classics; bestsellers american 1895 1923; best books ever listings; pastoral fiction;
    experimental fiction; religious fiction; utopias; steampunk fiction; families fiction; general
    prose and fiction`),
  'Non-Fiction': fact(`
    nonfiction; non fiction; general nonfiction; general non fiction; adult nonfiction; essays;
    essays letters and speeches; reference; encyclopedias and dictionaries; history; world history;
    american history; military history; history american; history european; history british; history
    other; history modern 1750; history early modern c 1450 1750; history warfare; history ancient;
    history medieval middle ages; history religious; history royalty; history schools and
    universities; politics; political science; philosophy; philosophy and ethics; nature; nature
    gardening animals; science; popular science; science biology; science earth; science physics;
    science chemistry; astronomy; physics; biology; mathematics; engineering and technology;
    technology; technology and engineering; how to; law; encyclopedias dictionaries reference;
    social science; sociology; psychology; psychiatry psychology; religion; religion spirituality;
    theology; christianity; bibles; education; teaching and education; study aids; language arts and
    disciplines; foreign language study; language and communication; literary criticism; journalism
    media writing; art; architecture; photography; design; music; performing arts; antiques and
    collectibles; crafts and hobbies; games and activities; gardening; house and home; pets; sports
    and recreation; sports hobbies; transportation; computers; family and relationships; parenthood
    and family relations; archaeology and anthropology; archaeology; anthropology; environmental
    issues; humor; humour; gender and sexuality studies; body mind and spirit; reports and
    conference proceedings; political and social views; law and criminology; juvenile nonfiction;
    juvenile literature; folklore; de sachbuch; fr histoire; fr sciences et techniques; it storia;
    us civil war; world war i; current events; feminism`),
  Mystery: story(`
    mystery; mysteries; mystery and detective; mystery fiction; detective and mystery stories;
    mystery and detective stories; mystery and detective fiction; detective fiction; detective;
    cozy; cozy mystery; cozy mysteries; murder mystery; mystery thriller; mystery suspense; crime
    mystery; historical mystery; whodunit; crime thrillers and mystery; private investigators;
    police procedural; women sleuths; amateur sleuth; hard boiled; international mystery and crime;
    crime fiction; detective stories; mysteries and detective stories; crime and mystery; locked
    room mysteries; noir fiction`),
  Fantasy: story(`
    fantasy; fantasy fiction; fantasy literature; fantasy and magic; epic fantasy; high fantasy;
    urban fantasy; dark fantasy; fairy tales; fairy tales folk tales legends and mythology; fairy
    tales and folklore; mythology legends and folklore; science fiction and fantasy; science fiction
    fantasy; sci fi fantasy; science fiction fantasy and magic; sword and sorcery; dragons and
    mythical creatures; wizards and witches; magical realism; wizards; dragons; fantastic fiction;
    arthurian romances; legends myths fables; paranormal fantasy; magic fiction; young adult
    fantasy; ya fantasy; childrens fantasy`),
  Romance: story(`
    romance; love stories; romance fiction; love and romance; contemporary romance; adult romance;
    historical romance; paranormal romance; romantic suspense; erotic romance; new adult romance;
    romantic comedy; romance literature; chick lit; love story; gothic romance; regency romance;
    regency fiction; romances; romantic fiction; amish and mennonite; romantic suspense fiction`),
  'Sci-Fi': story(`
    sci fi; scifi; science fiction; sciencefiction; hard science fiction; science fiction american;
    science fiction english; science fiction french; science fiction and fantasy; science fiction
    fantasy; sci fi fantasy; science fiction fantasy and magic; space opera; cyberpunk; dystopia;
    dystopian; dystopias; dystopian fiction; speculative fiction; time travel; alternative history;
    alternative histories fiction; apocalyptic and post apocalyptic; aliens; precursors of science
    fiction; science fiction by women; steampunk; post apocalyptic fiction; human alien encounters;
    interplanetary voyages; genetic engineering fiction`),
  Thriller: story(`
    thriller; thrillers; thrillers fiction; suspense; suspense fiction; suspense thriller;
    psychological thriller; psychological thrillers; action thriller; spy thriller; spy stories;
    spies fiction; espionage; techno thriller; technological; political thriller; political
    thrillers; legal thriller; crime thriller; crime thrillers and mystery; mystery thriller;
    mystery suspense; espionage fiction; spy fiction; technothrillers; horror thriller; thrillers
    suspense; thriller fiction`),
  'Food & Cooking': fact(`
    food and cooking; cooking; cookery; cookbooks; cookbook; cook books; food; food writing; foodie;
    food cooking; baking; wine and spirits; beverages; cooking and drinking; cookbooks and cooking;
    cooking food and wine; recipes; desserts; food habits; gastronomy; wine; vegetarian cooking;
    vegan cooking; bread; confectionery`),
  Biography: fact(`
    biography; biographies; biography and autobiography; biography autobiography; autobiography;
    autobiographies; auto biography; memoir; memoirs; biography memoir; memoir biography; bio
    memoir; personal memoirs; journals; diaries; personal narratives; correspondence; letters;
    biographical; fr biographie memoires journal intime correspondance; slave narratives`),
  'Self-Help': fact(`
    self help; selfhelp; self help techniques; personal development; self improvement; self
    development; personal growth; motivational; motivation; inspirational; productivity; self
    actualization psychology; self realization; success; self culture; new thought; etiquette;
    happiness; self management; time management; self esteem; habit; self confidence`),
  'Historical Fiction': story(`
    historical fiction; historicalfiction; historic fiction; fiction historical; historical novel;
    historical novels; historical; historical romance; historical mystery; historical fiction
    english; historical fiction american; historical fiction french; biographical historical fiction`),
  'Young Adult': either(`
    young adult; young adults; ya; ya fiction; ya books; ya lit; ya fantasy; young adult fiction;
    young adult fantasy; young adult literature; young adult nonfiction; teen; teens; teen fiction;
    children young adult gr 7 9; children young adult gr 10 12; new adult; young adult works;
    children and young adult reading`),
  Horror: story(`
    horror; horror fiction; horror tales; horror stories; ghost; ghosts; ghost stories; occult
    fiction; gothic fiction; gothic horror; supernatural horror; horror thriller; zombies; vampires;
    occult and supernatural; vampire stories; vampire fiction; haunted houses; paranormal fiction;
    monsters; lovecraftian horror; weird fiction; horror and ghost stories`),
  'Graphic Novels': either(`
    graphic novels; graphic novel; comics; comic books; comics and graphic novels; cartoons and
    comics; comics graphic novels; comic books strips etc; comic strips; manga; bande dessinee;
    superheroes; caricatures and cartoons; nonfiction comics; superhero comics`),
  Poetry: either(`
    poetry; poems; poesie; sonnets; ballads; epic poetry; poetry and plays; american poetry; english
    poetry; haiku; nonsense verses; songs and poems; fr poesie; lyric poetry; narrative poetry;
    childrens poetry; it poesia; de gedichte; love poetry`),
  Business: fact(`
    business; business and economics; business economics; economics; finance; personal finance;
    entrepreneurship; leadership; management; marketing; investing; investments; accounting;
    advertising; commerce; industrial management; banks and banking; salesmanship; economic history;
    computer industry; business enterprises; selling; corporations; capitalism; stock exchanges;
    money; new business enterprises; success in business; small business`),
  Travel: fact(`
    travel; travels; travel writing; travel memoir; armchair travel; travel literature; adventure
    travel; description and travel; voyages and travels; voyages around the world; guidebooks;
    travel guides; travel essays; fr voyages et pays; de aarde en haar volken; essays and
    travelogues; special interest travel; overland journeys to the pacific; travelogues`),
  'Health & Fitness': fact(`
    health and fitness; health fitness; health; fitness; nutrition; diet; wellness; exercise; yoga;
    running; medicine; medical; medicine popular; health and medicine; health nutrition; hygiene;
    physical fitness; physical education and training; mental health; diets; weight loss; diet
    therapy; health and wellness; sleep; physical culture; holistic medicine; massage`),
  "Children's Books": either(`
    childrens books; children books; children; childrens; children s; children s books; kids;
    children s literature; children s lit; childrens lit; childrens literature; childrens fiction;
    children s fiction; childrens stories; childrens poetry; childrens history; picture books;
    childrens picture books; picture books for children; childrens book series; middle grade;
    juvenile; juvenile fiction; juvenile literature; juvenile nonfiction; juvenile poetry; nursery
    rhymes; childrens fantasy; toy and movable books; stories in rhyme; board books; early readers;
    childrens plays; childrens songs; juvenile drama; bedtime stories; alphabet books; children and
    young adult reading; juvenile works; readers primary; childrens instructional books`),
  'True Crime': fact(`
    true crime; true crimes; nonfiction true crime; nf true crime; crime nonfiction; murder;
    murderers; serial murderers; serial murders; juvenile courts; criminals; trials murder; murder
    investigation; organized crime; pirates; case studies true crime; criminal investigation; serial
    killers; kidnapping; trials; outlaws`),
}

/**
 * What the steps of a path, or the subdivisions of a subject, name once the whole is known to be
 * fiction: `Fiction / Thrillers / Crime`, `Robots -- Fiction`. As headings they are something else.
 */
const WITHIN_FICTION: Partial<Record<Category, string>> = {
  Mystery:
    'crime; murder; murder investigation; private investigators; detectives; police; sherlock holmes',
  Fantasy: `
    magic; fairies; mermaids; paranormal; supernatural; imaginary places; witches; fairy tales and
    folklore; legends myths fables; imaginary wars and battles; goddesses; elves; quests`,
  Romance: `
    man woman relationships; courtship; mate selection; triangles interpersonal relations; love;
    weddings; betrothal; first loves; dating psychology`,
  'Sci-Fi': `
    human alien encounters; interplanetary voyages; space ships; robots; extraterrestrial beings;
    life on other planets; mars planet; space colonies; outer space; space flight; mutation
    psychology; imaginary societies; venus planet; moon; twenty first century; space travelers;
    androids; dinosaurs`,
  Thriller:
    'secret service; spies; terrorism; conspiracies; assassins; intelligence service; military',
  'Historical Fiction': `
    world war 1914 1918; world war 1939 1945; court and courtiers; knights and knighthood; history;
    middle ages; crusades; civil war 1861 1865; revolution 1775 1783; revolution 1789 1799;
    napoleonic wars 1800 1815; war and military`,
  Horror: 'haunted places; werewolves; dracula; undead; supernatural; witchcraft',
  'Young Adult': 'teenage girls; teenage boys; teenagers; high school students; coming of age',
}

/** Whether an interest is a kind of fiction: Mystery, not Fiction itself. */
export const isKindOfFiction = (category: Category): boolean =>
  category !== 'Fiction' && INTERESTS[category].general === 'Fiction'

function table(lists: Partial<Record<Category, string>>): ReadonlyMap<string, readonly Category[]> {
  const found = new Map<string, Category[]>()
  for (const category of CATEGORIES) {
    for (const name of (lists[category] ?? '').split(';')) {
      const key = fold(name)
      if (key !== '') found.set(key, [...(found.get(key) ?? []), category])
    }
  }
  return found
}

const whole = table(
  Object.fromEntries(CATEGORIES.map((category) => [category, INTERESTS[category].names])),
)
const withinFiction = table(WITHIN_FICTION)

// The last word of a heading that the table does not have, such as `Chinese fiction`.
const byLastWord = table({
  Fiction: 'fiction; stories; tales; novels; drama',
  Poetry: 'poetry; poems',
  Biography: 'biography',
  'Food & Cooking': 'cooking; cookery',
})

const JUVENILE = /^(?:juvenile|childrens?)\b/
// Books about fiction, poetry and plays are neither.
const ABOUT = new Set(['history and criticism', 'criticism and interpretation', 'bibliography'])
// They say where or in which form a shelf's book is told, not what it is about.
const FORM = /^(?:fiction|juvenile (?:fiction|works)|childrens fiction|young adult fiction)$/

/** The whole name, or the name without what a comma sets apart: `Horror tales, Australian`. */
const namesOf = (part: string): string[] => [fold(part), fold(part.split(',', 1)[0] ?? '')]

const lastWord = (name: string): string => name.split(' ').at(-1) ?? ''

function lookUp(part: string): readonly Category[] {
  const names = namesOf(part)
  const found = names.map((name) => whole.get(name)).find(Boolean)
  if (found) return found
  const name = names.find((name) => byLastWord.has(lastWord(name))) ?? ''
  const categories = byLastWord.get(lastWord(name)) ?? []
  return JUVENILE.test(name) ? ["Children's Books", ...categories] : categories
}

/** One name of another catalogue, taken apart at ` / ` and ` -- `. */
function interestsOfName(name: string): Category[] {
  const text = name.replace(/^Category:\s*/i, '')
  const parts = text
    .split(/\s+\/\s+|\s*--\s*/)
    .map((part) => part.trim().replace(/\.$/, ''))
    .filter((part) => fold(part) !== '')
  // Open Library turns BISAC round: `Fiction, fantasy, general`.
  const [head = '', ...rest] =
    parts.length === 1 && /^(?:juvenile |children's |young adult )?fiction,/i.test(text)
      ? text.split(',')
      : parts
  const steps = [head, ...rest]
  if (steps.some((step) => ABOUT.has(fold(step)))) return ['Non-Fiction']

  const form = steps.map(fold).find((step) => FORM.test(step))
  if (form === undefined) {
    // The whole before its parts: what comes first says most, a subdivision how it is told.
    return [...lookUp(head), ...rest.flatMap((step) => whole.get(fold(step)) ?? [])]
  }
  const genres = steps.flatMap((step) => {
    const names = namesOf(step)
    const within = names.map((name) => withinFiction.get(name)).find(Boolean) ?? []
    const plain = whole.get(names[0] ?? '') ?? []
    return [...within, ...plain.filter((category) => INTERESTS[category].general !== 'Non-Fiction')]
  })
  return [
    ...genres,
    ...(form.startsWith('young') ? (['Young Adult'] as const) : []),
    ...(JUVENILE.test(form) ? (["Children's Books"] as const) : []),
    'Fiction',
  ]
}

// A catalogue of a million books has some thousand names, and most of its books share a few.
const remembered = new LRUCache<string, readonly Category[], undefined>({
  max: 20_000,
  memoMethod: interestsOfName,
})

/**
 * The interests that other catalogues' names for a book stand for: specific ones in the order found, then
 * Fiction or Non-Fiction, which follow from them. `otherwise` is taken where names are given and none is
 * known.
 */
export function interestsOf(names: readonly unknown[], otherwise?: Category): Category[] {
  const texts = names.filter((name) => typeof name === 'string')
  const found = new Set(texts.flatMap((name) => remembered.memo(name.slice(0, 300))))
  const isNamed = () => texts.some((name) => fold(name) !== '')
  if (found.size === 0 && otherwise !== undefined && isNamed()) found.add(otherwise)

  const general = new Set([...found].map((category) => INTERESTS[category].general))
  found.delete('Fiction')
  found.delete('Non-Fiction')
  // A story that also has a topic is a story.
  if (general.has('Fiction')) found.add('Fiction')
  else if (general.has('Non-Fiction')) found.add('Non-Fiction')
  return [...found]
}
