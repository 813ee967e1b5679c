import { useEffect, useState } from 'react'
import { Printer } from 'lucide-react'
import { Button } from '@mantine/core'
import { paths, to } from '#contract/screen-paths.ts'
import { useNavigate, useParams } from '#web/router/hooks.ts'
import { Link, NavLink } from '#web/router/link.tsx'
import { homePath, TOUR_AGAIN } from '#web/shell/pages/home-path.ts'
import { NotFound } from '#web/shell/pages/not-found.tsx'
import { useStore } from '#web/state/store.ts'
import { keyName } from '#web/ui/keyboard/hotkeys.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { ChapterText } from './chapter-text.tsx'
import { FoundChapters, GuideSearch, useGuideSearch } from './guide-search.tsx'
import { chapterOf, chapters, groupsOf } from './guide.ts'
import type { Chapter } from './read-chapter.ts'
import styles from './help.module.css'

/** The user's guide: all chapters, or one of them beside the table of contents. */
export function Component() {
  const { chapter: id } = useParams()
  const search = useGuideSearch()
  const [isBook, setBook] = useState(false)
  const [shown, setShown] = useState(id)
  // Another chapter was chosen: what was searched for has been found.
  if (shown !== id) {
    setShown(id)
    search.setWords('')
  }
  const chapter = id === undefined ? undefined : chapterOf(id)
  if (id !== undefined && !chapter) return <NotFound />
  return (
    <Page
      // Another chapter is another page: its heading is read out, and it begins at the top.
      key={id ?? ''}
      title={chapter ? chapter.title : 'Справка'}
      actions={
        <div className={styles['actions']}>
          <GuideSearch search={search} />
          <Button
            variant="default"
            leftSection={<Printer size={16} aria-hidden />}
            onClick={() => (chapter ? window.print() : setBook(true))}
          >
            {chapter ? 'Печать' : 'Печать всей справки'}
          </Button>
        </div>
      }
    >
      <div className={styles['guide']} data-chapter={chapter !== undefined}>
        {chapter && <Contents />}
        {search.words !== '' ? (
          <FoundChapters search={search} chapterLink={chapterLink} />
        ) : chapter ? (
          <OneChapter chapter={chapter} />
        ) : (
          <AllChapters />
        )}
        {isBook && <Book done={() => setBook(false)} />}
      </div>
    </Page>
  )
}

const addressOf = (id: string) => to(paths.helpChapter, { chapter: id })
const chapterLink = (id: string, text: string) => <Link to={addressOf(id)}>{text}</Link>

/** The table of contents at the left; on a telephone one line that leads to it. */
function Contents() {
  return (
    <nav className={styles['contents']} aria-label="Главы справки">
      <NavLink to={paths.help} end>
        Все главы
      </NavLink>
      {groupsOf(chapters).map(([group, list]) => (
        <div key={group}>
          <h2>{group}</h2>
          {list.map(({ id, title }) => (
            <NavLink key={id} to={addressOf(id)}>
              {title}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  )
}

function OneChapter({ chapter }: { chapter: Chapter }) {
  const next = chapters[chapters.indexOf(chapter) + 1]
  useEffect(() => {
    document.getElementById('content')?.scrollTo(0, 0)
  }, [])
  return (
    <article className={styles['chapter']}>
      <ChapterText key={chapter.id} chapter={chapter} chapterLink={chapterLink} />
      {next && <p className={styles['next']}>Дальше: {chapterLink(next.id, next.title)}</p>}
    </article>
  )
}

function AllChapters() {
  const navigate = useNavigate()
  const signedIn = useStore((state) => state.account !== null)
  const info = useStore((state) => state.account?.user.info)
  const roles = info ? [info.role, ...info.roles] : []
  const own = chapters.filter((chapter) =>
    chapter.roles.some((role) => (roles as readonly string[]).includes(role)),
  )
  const groups: [string, Chapter[]][] = [
    ...(own.length > 0 ? ([['Для вас', own]] as [string, Chapter[]][]) : []),
    ...groupsOf(chapters),
  ]
  return (
    <div className={styles['groups']}>
      <p>
        Клавиша <kbd>{keyName('F1')}</kbd> на любом экране и в любом окне открывает главу о нём.{' '}
        <kbd>{keyName('Shift+F1')}</kbd> — клавиши этого экрана.
      </p>
      {signedIn && (
        <p>
          Обзор на одну минуту, который вы видели при первом входе:{' '}
          <button
            type="button"
            className={styles['link']}
            onClick={() => navigate(homePath(), { state: TOUR_AGAIN })}
          >
            показать ещё раз
          </button>
        </p>
      )}
      {groups.map(([group, list]) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {list.map(({ id, title }) => (
              <li key={id}>{chapterLink(id, title)}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The whole guide for paper, of which the browser's own window makes a PDF: each chapter begins a sheet. It is on no screen. */
function Book({ done }: { done: () => void }) {
  const [book, setBook] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (!book) return undefined
    let isOpen = true
    const pictures = [...book.querySelectorAll('img')]
    // A picture that does not come leaves its place empty.
    const loaded = pictures.map(async (picture) => picture.decode().catch(() => undefined))
    void Promise.all(loaded).then(() => {
      if (!isOpen) return
      window.print()
      done()
    })
    return () => {
      isOpen = false
    }
  }, [book, done])
  return (
    <div className={styles['book']} ref={setBook}>
      <ol>
        {chapters.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ol>
      {chapters.map((chapter) => (
        <article key={chapter.id} className={styles['chapter']}>
          <h2>{chapter.title}</h2>
          <ChapterText chapter={chapter} chapterLink={(_, text) => text} eager />
        </article>
      ))}
    </div>
  )
}
