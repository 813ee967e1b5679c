import { ownValue } from '#contract/core/own-value.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import {
  blocksOf,
  heading,
  paragraph,
  pictures,
  space,
  type Block,
} from '../../../documents/body/blocks.ts'
import { tableOf, type PrintedColumn } from '../../../documents/body/table-of.ts'
import { missingPicture, momentIn, partState } from './bundle-words.ts'
import type { Evidence, ScanEvidence } from './gather-evidence.ts'
import type { StoredPart } from './stored-parts.ts'

export const scanKinds: Readonly<Record<string, string>> = {
  signed_act: 'Подписанный акт',
  passport: 'Паспорт',
  consent: 'Согласие',
  ownership: 'Документ о собственности',
  waybill: 'Накладная',
  other: 'Документ',
}

interface Paper {
  readonly title: string
  readonly part: StoredPart
}

/** Papers that were filed with the act, a sheet for each page; what cannot be shown says why. */
export function scanBlocks({ scans, ownership, timezone }: Evidence): Block[] {
  const moment = momentIn(timezone)
  const papers: Paper[] = [
    ...scans.map((one) => ({ title: scanTitle(one, moment), part: one.part })),
    ...ownership.map((part) => ({ title: scanKinds['ownership']!, part })),
  ]
  if (papers.length === 0)
    return [heading(1, 'Сканы'), paragraph('К акту не приложено ни одного листа.')]
  return blocksOf(
    heading(1, 'Сканы'),
    space(2),
    tableOf({ columns: paperColumns(moment), rows: papers }),
    ...papers
      .filter(({ part }) => part.pictures.length > 0)
      .map(({ title, part }) => pictures(title, pagesOf(part), 'sheet')),
  )
}

function paperColumns(moment: (instant: string) => string): PrintedColumn<Paper>[] {
  return [
    { title: '№', kind: 'center', value: (_, index) => index + 1 },
    { title: 'Лист', kind: 'text', value: ({ title }) => title },
    {
      title: 'Файл',
      kind: 'text',
      value: ({ part }) => `${partState(part, moment)}${missingPicture(part)}`,
    },
    { title: 'SHA-256', kind: 'text', size: 7, value: ({ part }) => part.sha256 },
  ]
}

function pagesOf({ mime, pictures: pages, sha256 }: StoredPart) {
  return pages.map((src, at) => ({
    src,
    alt: `Страница ${at + 1}`,
    text: `${pageWords(mime, at, pages.length)}уменьшенная копия, SHA-256 оригинала ${sha256}`,
  }))
}

/** A foreign PDF may not lie inside an archive form, so its pages stand for it. */
function pageWords(mime: string, at: number, count: number): string {
  return mime === 'application/pdf' ? `Файл PDF, страница ${at + 1} из ${count}, ` : 'Снимок, '
}

function scanTitle({ scan }: ScanEvidence, moment: (instant: string) => string): string {
  const words = [
    ownValue(scanKinds, scan.scan_kind) ?? scan.scan_kind,
    `лист ${scan.page}`,
    statusTitle('scan', scan.status).toLowerCase(),
    scan.reject_reason && `причина: ${scan.reject_reason}`,
    scan.own_code === true && 'QR-код этого акта найден',
    scan.own_code === false && 'QR-код акта не найден',
    `добавлен ${moment(scan.created_at)}`,
    scan.created_by_name,
  ]
  return words.filter(Boolean).join(', ')
}
