import type { ReactNode } from 'react'
import { Link } from '#web/router/link.tsx'
import { useHotkeyNames, keyName, type HotkeyId } from '#web/ui/keyboard/hotkeys.ts'
import { fixedKeys, hotkeyFacts } from '#web/features/user/hotkeys/hotkey-facts.ts'
import type { Block, Chapter, Inline, Line } from './read-chapter.ts'
import styles from './help.module.css'

const pictures = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

interface ChapterTextProps {
  chapter: Chapter
  /** Draws a link to another chapter; in the panel it stays there. */
  chapterLink: (id: string, text: string) => ReactNode
  /** A link to a screen was followed. */
  onLeave?: () => void
  /** All pictures at once: on paper none comes later. */
  eager?: boolean
}

/** The text of a chapter below its title. */
export function ChapterText({ chapter, ...links }: ChapterTextProps) {
  return (
    <div className={styles['text']}>
      {chapter.blocks.map((block, place) => (
        <BlockText key={place} block={block} {...links} />
      ))}
    </div>
  )
}

type Links = Omit<ChapterTextProps, 'chapter'>

function BlockText({ block, ...links }: Links & { block: Block }) {
  const show = (line: Line) => <LineText line={line} {...links} />
  switch (block.kind) {
    case 'heading':
      return <h3>{show(block.line)}</h3>
    case 'note':
      return <p className={styles['note']}>{show(block.line)}</p>
    case 'paragraph':
      return <p>{show(block.line)}</p>
    case 'picture':
      return <Picture file={block.file} alt={block.alt} eager={links.eager ?? false} />
    case 'keys':
      return <KeysOfPlace place={block.place} />
    default: {
      const items = block.items.map((line, place) => <li key={place}>{show(line)}</li>)
      return block.kind === 'steps' ? <ol>{items}</ol> : <ul>{items}</ul>
    }
  }
}

function LineText({ line, ...links }: Links & { line: Line }) {
  return line.map((part, place) => <Part key={place} part={part} {...links} />)
}

function Part({ part, chapterLink, onLeave }: Links & { part: Inline }) {
  if (typeof part === 'string') return part
  if ('label' in part) return <b>{part.label}</b>
  if ('key' in part) return <kbd>{part.key}</kbd>
  if (!part.to.startsWith('/')) return chapterLink(part.to, part.text)
  return (
    <Link to={part.to} {...(onLeave && { onClick: onLeave })}>
      {part.text}
    </Link>
  )
}

function Picture({ file, alt, eager }: { file: string; alt: string; eager: boolean }) {
  return (
    <figure>
      <img
        src={pictures[`./pictures/${file}`]}
        alt={alt}
        width={1100}
        height={620}
        loading={eager ? 'eager' : 'lazy'}
      />
      <figcaption>{alt}</figcaption>
    </figure>
  )
}

/** The keys of a place as they are for this person: a list in the chapter would be that of nobody who has changed one. */
function KeysOfPlace({ place }: { place: string }) {
  const nameOf = useHotkeyNames()
  const isHere = (places: readonly string[]) => places.includes(place)
  const own = Object.entries(hotkeyFacts).filter(([, { places }]) => isHere(places))
  const rows = [
    ...own.map(([id, { title }]) => ({ title, keys: nameOf(id as HotkeyId) })),
    ...fixedKeys
      .filter(({ places }) => isHere(places))
      .map(({ title, combos }) => ({ title, keys: namesOf(combos) })),
  ]
  return (
    <dl className={styles['keys']}>
      {rows.map(({ title, keys }) => (
        <div key={title}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{title}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Of a long row the first and the last: «Alt + 1 … Alt + 9». */
const MOST_NAMES = 4

function namesOf(combos: readonly string[]): string {
  const names = combos.map(keyName)
  return names.length > MOST_NAMES ? `${names[0]} … ${names.at(-1)}` : names.join(', ')
}
