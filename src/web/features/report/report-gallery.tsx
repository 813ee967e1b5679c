import type { ReportDescription } from '#contract/report/report-entities.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import styles from './report-order.module.css'

interface ReportGalleryProps {
  kinds: readonly ReportDescription[]
  choose: (type: string) => void
}

/** All reports that the person may have, each with what it tells and how it looks; by keys it is found in the field above. */
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
              <Picture kind={kind} />
              <strong>{kind.title}</strong>
              <small>{kind.sentence}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Bars for what has a chart, a sheet for another program's file, rows for the rest. */
function Picture({ kind: { has_chart, formats } }: { kind: ReportDescription }) {
  const Drawing = has_chart ? Bars : formats[0] === 'xml' ? Sheet : Rows
  return (
    <svg viewBox="0 0 56 40" fill="currentColor" aria-hidden>
      <Drawing />
    </svg>
  )
}

const BARS = [44, 32, 24, 14]

function Bars() {
  return BARS.map((width, place) => (
    <rect key={width} x={4} y={5 + place * 8} width={width} height={5} rx={1} />
  ))
}

const LINES = [0, 1, 2, 3]

function Rows() {
  return LINES.map((line) => (
    <g key={line} opacity={line === 0 ? 1 : 0.45}>
      <rect x={4} y={6 + line * 8} width={18} height={3} rx={1} />
      <rect x={28} y={6 + line * 8} width={8} height={3} rx={1} />
      <rect x={42} y={6 + line * 8} width={10} height={3} rx={1} />
    </g>
  ))
}

function Sheet() {
  return (
    <>
      <path d="M16 3h16l8 8v26H16z" opacity={0.35} />
      <rect x={21} y={17} width={14} height={3} rx={1} />
      <rect x={21} y={24} width={14} height={3} rx={1} />
    </>
  )
}
