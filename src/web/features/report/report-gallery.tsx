import { createElement } from 'react'
import type { ReportDescription } from '#contract/report/report-entities.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import styles from './report-order.module.css'
import { pictureOf } from './report-pictures.ts'

const PICTURE = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const

interface ReportGalleryProps {
  kinds: readonly ReportDescription[]
  choose: (type: string) => void
}

/** All reports that the person may have, each with what it tells and a picture of what it is about; by keys it is found in the field above. */
export function ReportGallery({ kinds, choose }: ReportGalleryProps) {
  return (
    <>
      <SearchSelect
        label="Отчёт"
        w={420}
        maw="100%"
        data-autofocus
        autoFocus
        nothingFoundMessage="Такого отчёта нет"
        placeholder={
          kinds.length === 0 ? 'Нет отчётов, на которые у вас есть право' : 'Найти отчёт'
        }
        data={kinds.map((kind) => ({ value: kind.type, label: kind.title }))}
        value={null}
        onChange={(type) => type && choose(type)}
      />
      <ul className={styles['gallery']} aria-label="Все отчёты">
        {kinds.map((kind) => (
          <li key={kind.type}>
            <button type="button" onClick={() => choose(kind.type)}>
              <span className={styles['picture']}>
                {createElement(pictureOf(kind.type), PICTURE)}
              </span>
              <strong>{kind.title}</strong>
              <small>{kind.sentence}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
