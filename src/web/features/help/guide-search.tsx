import { TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { plural } from '#web/ui/format.ts'
import { chapters } from './guide.ts'
import { searchGuide } from './find-chapters.ts'
import styles from './help.module.css'

/** What is searched for in the guide; empty words show the chapter. */
export function useGuideSearch() {
  const [words, setWords] = useState('')
  return { words, setWords }
}

type Search = ReturnType<typeof useGuideSearch>

export function GuideSearch({ search }: { search: Search }) {
  return (
    <TextInput
      type="search"
      aria-label="Поиск в справке"
      placeholder="Например: банк вернул деньги"
      leftSection={<Search size={16} aria-hidden />}
      value={search.words}
      onChange={(event) => search.setWords(event.currentTarget.value)}
      className={styles['search'] ?? ''}
    />
  )
}

interface FoundChaptersProps {
  search: Search
  chapterLink: (id: string, text: string) => ReactNode
}

/** The chapters that have the words, each with the sentence that tells why. */
export function FoundChapters({ search, chapterLink }: FoundChaptersProps) {
  const found = searchGuide(chapters, useDeferredValue(search.words))
  return (
    <section aria-label="Найдено в справке">
      <p role="status" className={styles['dimmed']}>
        {found.length > 0
          ? `Нашлось: ${plural(found.length, 'глава', 'главы', 'глав')}`
          : 'Ничего не нашлось. Попробуйте другое слово: «весы», «скан», «реестр».'}
      </p>
      <ul className={styles['found']}>
        {found.map(({ chapter, excerpt }) => (
          <li key={chapter.id}>
            {chapterLink(chapter.id, chapter.title)}
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
