import { useState } from 'react'
import { Keyboard, PanelRightOpen } from 'lucide-react'
import { paths, to } from '#contract/screen-paths.ts'
import { AppModal } from '#web/ui/dialogs/app-modal.tsx'
import { useLocation } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { ChapterText } from './chapter-text.tsx'
import { FoundChapters, GuideSearch, useGuideSearch } from './guide-search.tsx'
import { chapterFor } from './find-chapters.ts'
import { chapterOf, chapters } from './guide.ts'
import styles from './help.module.css'

interface HelpPanelProps {
  /** Of the window that was on top when F1 was pressed. */
  windowTitle: string | undefined
  openKeys: () => void
  close: () => void
}

/** F1: the chapter of the screen, or of the window over it, at the right edge. What was typed below stays as it is. */
export function HelpPanel({ windowTitle, openKeys, close }: HelpPanelProps) {
  const place = useLocation()
  const [chosen, setChosen] = useState<string>()
  const search = useGuideSearch()
  const chapter = (chosen && chapterOf(chosen)) || chapterFor(chapters, place, windowTitle)
  const show = (id: string) => {
    search.setWords('')
    setChosen(id)
  }
  const chapterLink = (id: string, text: string) => (
    <button type="button" className={styles['link']} onClick={() => show(id)}>
      {text}
    </button>
  )
  return (
    <AppModal title="Справка" width={560} close={close} zIndex={310} side>
      <GuideSearch search={search} />
      <nav className={styles['ways']} aria-label="Ещё о справке">
        <Link to={to(paths.helpChapter, { chapter: chapter.id })} target="_blank">
          <PanelRightOpen size={14} aria-hidden /> Вся справка в новой вкладке
        </Link>
        <button type="button" className={styles['link']} onClick={openKeys}>
          <Keyboard size={14} aria-hidden /> Горячие клавиши экрана
        </button>
      </nav>
      {search.words === '' ? (
        <article className={styles['chapter']} key={chapter.id}>
          <h2>{chapter.title}</h2>
          <ChapterText chapter={chapter} chapterLink={chapterLink} onLeave={close} />
        </article>
      ) : (
        <FoundChapters search={search} chapterLink={chapterLink} />
      )}
    </AppModal>
  )
}
