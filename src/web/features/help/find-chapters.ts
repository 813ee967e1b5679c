import { screenAt } from '#contract/screen-paths.ts'
import { linesOf, wordsOfLine, type Chapter, type Line } from './read-chapter.ts'

export interface FoundChapter {
  readonly chapter: Chapter
  /** The sentence that has most of the words. */
  readonly excerpt: string
}

/** Endings of Russian words, the longest first: «весовщика», «весовщику» and «весовщик» are one word. */
const ENDING =
  /(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|ать|ить|ять|ете|ите|ется|ится|ии|ия|ие|ию|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ых|их|ам|ям|ах|ях|ов|ев|ом|ем|ую|юю|[аеиоуыьюяй])$/
/** Shorter ones mean nothing by themselves. */
const SHORTEST_STEM = 3
/** What a question is asked with and not about. */
const ASKING =
  /^(?:как|что|где|если|или|для|при|это|мне|надо|нужно|можно|чтобы|не|на|по|в|и|с|у|о|за|до)$/

/** The beginning that the forms of a word share. */
export function stemOf(word: string): string {
  const stem = word.replace(ENDING, '')
  return stem.length < SHORTEST_STEM ? word : stem
}

const plain = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е')
const splitWords = (text: string) => plain(text).match(/[а-яa-z0-9]+/g) ?? []

/** Title, heading and text: of two chapters the one that is about the word comes first. */
const WEIGHTS = { title: 12, heading: 4, text: 1 }
/** So often a word of the text counts: a long chapter is no better one. */
const MOST_MATCHES = 5

/** Chapters that have all words, in any form; best first. */
export function searchGuide(chapters: readonly Chapter[], words: string): FoundChapter[] {
  const asked = splitWords(words)
  const telling = asked.filter((word) => !ASKING.test(word))
  const stems = (telling.length > 0 ? telling : asked).map(stemOf)
  if (stems.length === 0) return []
  return chapters
    .map((chapter) => ({ chapter, points: pointsOf(chapter, stems) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .map(({ chapter }) => ({ chapter, excerpt: excerptOf(chapter, stems) }))
}

function pointsOf(chapter: Chapter, stems: readonly string[]): number {
  const headings = linesOfKind(chapter, true)
  const text = linesOfKind(chapter, false)
  const points = stems.map(
    (stem) =>
      WEIGHTS.title * countStem(chapter.title, stem) +
      WEIGHTS.heading * sumOf(headings, stem) +
      WEIGHTS.text * Math.min(MOST_MATCHES, sumOf(text, stem)),
  )
  return points.some((one) => one === 0) ? 0 : points.reduce((all, one) => all + one, 0)
}

const linesOfKind = ({ blocks }: Chapter, isHeading: boolean): Line[] =>
  blocks.filter(({ kind }) => (kind === 'heading') === isHeading).flatMap(linesOf)

const sumOf = (lines: readonly Line[], stem: string) =>
  lines.reduce((sum, line) => sum + countStem(wordsOfLine(line), stem), 0)

const countStem = (text: string, stem: string) =>
  splitWords(text).filter((word) => word.startsWith(stem)).length

/** A line counts with the heading over it: the first line under «Принтер» tells of the printer, though it may not name it. */
function excerptOf(chapter: Chapter, stems: readonly string[]): string {
  let [heading, best, most] = ['', '', -1]
  const countIn = (text: string) => stems.filter((stem) => countStem(text, stem) > 0).length
  for (const block of chapter.blocks)
    for (const text of linesOf(block).map(wordsOfLine)) {
      if (block.kind === 'heading') heading = text
      const points = 2 * countIn(`${heading} ${text}`) + countIn(text)
      if (block.kind !== 'heading' && points > most) [best, most] = [text, points]
    }
  return best
}

interface Place {
  readonly pathname: string
  readonly search: string
}

/**
 * What F1 opens: the chapter of the window on top, else of the tab that the address names, else of the screen. A window that no chapter
 * names belongs to its screen.
 */
export function chapterFor(
  chapters: readonly Chapter[],
  { pathname, search }: Place,
  windowTitle?: string,
): Chapter {
  const screen = screenAt(pathname)
  const query = new URLSearchParams(search)
  const isHere = (named: string) => {
    const [name, tab] = named.split('?')
    const [key = '', value] = tab?.split('=') ?? []
    return name === screen && (tab === undefined || query.get(key) === value)
  }
  const ofScreen = (isTab: boolean) =>
    chapters.find(({ screens }) =>
      screens.some((one) => one.includes('?') === isTab && isHere(one)),
    )
  return (
    chapters.find(({ windows }) => windows.some((words) => begins(windowTitle, words))) ??
    ofScreen(true) ??
    ofScreen(false) ??
    chapters[0]!
  )
}

/** «Новый пост» does not begin «Новый поставщик»: whole words are compared. */
export const begins = (title: string | undefined, words: string): boolean =>
  title?.startsWith(words) === true && !/^[а-яё]/i.test(title.slice(words.length))
