import { createHash } from 'node:crypto'
import { russianDay } from '#contract/words/russian-day.ts'
import {
  blocksOf,
  field,
  heading,
  paragraph,
  space,
  type Block,
} from '../../../documents/body/blocks.ts'
import { tableOf, type PrintedColumn } from '../../../documents/body/table-of.ts'
import { kg, momentIn, partState } from './bundle-words.ts'
import type { Evidence, FormEvidence } from './gather-evidence.ts'
import type { JournalProof } from './journal-proof.ts'
import { scanKinds } from './scan-blocks.ts'
import type { StoredPart } from './stored-parts.ts'

interface Part {
  readonly title: string
  readonly sha256: string
}

/** The last sheets: every part with the hash by which another person can verify it, and the head of the journal. */
export function contentsBlocks(evidence: Evidence): Block[] {
  const { journal, card, at, timezone } = evidence
  return blocksOf(
    heading(1, 'Опись частей'),
    space(2),
    paragraph(
      'SHA-256 файла считается от его байтов, как он хранится; формы акта — от сохранённой страницы; формы весового акта — от страницы, которую даёт его печать; PDF — от файла, который хранится с первой печати и который даёт карточка документа; кадра весов — от байтов кадра. ' +
        'Уменьшенные копии этого пакета отпечатков оригиналов не имеют: возьмите файл с карточки акта и сравните, например командой sha256sum.',
      { after: 2 },
    ),
    tableOf({ columns: partColumns, rows: partsOf(evidence), size: 7.5 }),
    space(3),
    heading(2, 'Журнал изменений'),
    paragraph(
      'Каждая запись журнала скреплена с предыдущей. Последние записи о документах пакета:',
    ),
    tableOf({ columns: recordColumns, rows: journal.records, size: 7.5 }),
    ...archiveNote(journal),
    space(2),
    field('Конец журнала компании, запись', `№ ${journal.head.seq}`),
    field('Отпечаток конца журнала', journal.head.hash),
    paragraph(
      `Снят ${momentIn(timezone)(at)}. Журнал проверяет команда «audit:verify» и кнопка «Проверить» раздела «Журнал»: запись с этим номером должна иметь этот отпечаток.`,
    ),
    paragraph(`Акт № ${card.number}, ключ записи ${card.id}`),
  )
}

/** Who reads the bundle must not take the records that are left for all. */
function archiveNote({ archivedBefore }: JournalProof): Block[] {
  if (archivedBefore === null) return []
  const day = russianDay(archivedBefore)
  return blocksOf(
    space(2),
    paragraph(
      `Записи до ${day} перенесены в архив журнала, кроме подтверждённых вторым лицом и нужных проверкам: в пакете их нет. Возьмите их в файлах архива; команда «audit:verify» с ключом --archive доказывает, что они — начало этого журнала.`,
    ),
  )
}

function partsOf(evidence: Evidence): Part[] {
  const { form, papers, visits, scans, ownership, timezone } = evidence
  const moment = momentIn(timezone)
  const file = (title: string, part: StoredPart): Part => ({
    title: `${title}, ${part.mime}, ${Math.ceil(part.size / 1024)} КиБ (${partState(part, moment)})`,
    sha256: part.sha256,
  })
  return [
    ...(form ? formParts(form, 'хранится') : []),
    ...papers.flatMap((one) => formParts(one, 'составляется')),
    ...visits.flatMap(({ visit, weighings }) =>
      weighings.flatMap(({ proof, photos }) => [
        ...(proof.reading && proof.reading.raw !== ''
          ? [
              {
                title: `Кадр весов, заезд ${visit.number}, показание № ${proof.reading.seq}, ${kg(proof.weight_g)}`,
                sha256: hashOfHex(proof.reading.raw),
              },
            ]
          : []),
        ...photos.map(({ view, part }) => file(`Фото, заезд ${visit.number}, ${view}`, part)),
      ]),
    ),
    ...scans.map(({ scan, part }) =>
      file(`${scanKinds[scan.scan_kind] ?? 'Скан'}, лист ${scan.page}`, part),
    ),
    ...ownership.map((part) => file('Документ о собственности', part)),
  ]
}

/** The page of a form and its stored PDF. */
function formParts({ title, sha256, pdf, unreadable }: FormEvidence, page: string): Part[] {
  const state = unreadable ? 'ПОВРЕЖДЕНА, не показана' : page
  const parts = [{ title: `${title} (${state})`, sha256 }]
  if (pdf === null) return parts
  const whose = pdf.state === 'whole' ? 'хранится' : 'ПОВРЕЖДЁН, отпечаток того, что был'
  parts.push({ title: `PDF: ${title.split(',')[0]} (${whose})`, sha256: pdf.sha256 })
  return parts
}

function hashOfHex(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
}

const partColumns: PrintedColumn<Part>[] = [
  { title: '№', kind: 'center', value: (_, index) => index + 1 },
  { title: 'Часть', kind: 'text', value: ({ title }) => title },
  { title: 'SHA-256', kind: 'text', size: 7, value: ({ sha256 }) => sha256 },
]

const recordColumns: PrintedColumn<JournalProof['records'][number]>[] = [
  { title: 'Документ', kind: 'text', value: ({ title }) => title },
  { title: 'Запись', kind: 'center', value: ({ seq }) => `№ ${seq}` },
  { title: 'Отпечаток записи', kind: 'text', size: 7, value: ({ hash }) => hash },
]
