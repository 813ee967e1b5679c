import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { quote } from '#contract/words/quote.ts'
import { dateTime } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { AddPaper } from './add-paper.tsx'
import { Link } from '#web/router/link.tsx'
import { Rows } from './supplier-trade.tsx'
import styles from './supplier-card.module.css'

export const scanKindTitles: Record<string, string> = {
  signed_act: 'Подписанный акт',
  passport: 'Паспорт',
  consent: 'Согласие',
  ownership: 'Право собственности',
  waybill: 'Накладная',
  other: 'Другое',
}

/** Scans stored with a supplier. */
export function SupplierDocuments({ card }: { card: SupplierCard }) {
  return (
    <div className={styles['stack']}>
      {!card.merged_into && <AddPaper id={card.id} />}
      <Papers card={card} />
    </div>
  )
}

function Papers({ card }: { card: SupplierCard }) {
  return (
    <Rows
      heads={['Документ', 'Лист', 'Добавлен', 'Кем', 'Статус']}
      empty="Сканов ещё нет."
      rows={card.scans.map((scan) => [
        <Link key="f" to={to(paths.image, { fid: scan.file_id })}>
          {scanKindTitles[scan.kind] ?? scan.kind}
        </Link>,
        scan.page,
        dateTime(scan.created_at),
        scan.created_by_name ?? '—',
        <StatusBadge key="s" kind="scan" status={scan.status} />,
      ])}
    />
  )
}

/** The history of a supplier with the user of each change, newest first; records merged into it have histories of their own. */
export function SupplierHistory({
  card,
  openCard,
}: {
  card: SupplierCard
  openCard: (id: string) => void
}) {
  return (
    <div className={styles['stack']}>
      {card.aliases.map((alias) => (
        <p key={alias.id} className={styles['dim']}>
          {dateTime(alias.merged_at)} влита запись {quote(alias.name)}
          {alias.inn ? `, ИНН ${alias.inn}` : ''}.{' '}
          <button type="button" className={styles['link']} onClick={() => openCard(alias.id)}>
            Открыть
          </button>
        </p>
      ))}
      <History entity="supplier" id={card.id} />
    </div>
  )
}

/** The record's own journal. */
export function History({ entity, id }: { entity: 'supplier' | 'act'; id: string }) {
  const query = { entity, entity_id: id }
  const { data, error } = useCall(userPreferences.getHistory, { query }, { quiet: true })
  // For a record without any written change this call answers «not found».
  const none = error?.status === 404
  if (error && !none) return <p role="status">{error.message}</p>
  if (!data && !none) return <Waiting />
  return (
    <Rows
      heads={['Когда', 'Кто', 'Что']}
      empty="Изменений не записано."
      rows={(data ?? []).map((entry) => [dateTime(entry.at), entry.user ?? 'Система', entry.title])}
    />
  )
}
