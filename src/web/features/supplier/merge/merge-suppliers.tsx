import { Button, Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import { supplier } from '#contract/supplier/supplier.ts'
import type { MergeCounts, Supplier, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import type { MergePart } from '#contract/supplier/supplier-record.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { mergeLines, usualTake, type MergeLine } from './merge-lines.ts'
import styles from './merge.module.css'
import { plural } from '#web/ui/format.ts'

/** The dialog itself; screens open it through `open-merge.ts`. */
export function showMerge(ids: readonly [string, string]): Promise<Supplier | undefined> {
  return openDialog<Supplier>({ title: 'Объединить поставщиков', width: 960 }, (close) => (
    <Pair ids={ids} close={close} />
  ))
}

type Close = (survivor?: Supplier) => void

function Pair({ ids, close }: { ids: readonly [string, string]; close: Close }) {
  const one = useCall(supplier.get, { query: { id: ids[0] } })
  const two = useCall(supplier.get, { query: { id: ids[1] } })
  const [survivorId, setSurvivorId] = useState<string>()
  if (one.error) throw one.error
  if (two.error) throw two.error
  if (!one.data || !two.data) return <Waiting />
  const pair = [one.data, two.data] as const
  const keep = pair.find(({ id }) => id === survivorId) ?? usualSurvivor(pair)
  const drop = pair.find(({ id }) => id !== keep.id)!
  return (
    <Compare
      key={`${keep.id} ${keep.version} ${drop.version}`}
      keep={keep}
      drop={drop}
      swap={() => setSurvivorId(drop.id)}
      close={close}
    />
  )
}

/** The record with more trade remains by default; an active one rather than a draft. */
function usualSurvivor([one, two]: readonly [SupplierCard, SupplierCard]): SupplierCard {
  const rank = (card: SupplierCard) => (card.status === 'active' ? 1_000_000 : 0) + card.acts_count
  return rank(two) > rank(one) ? two : one
}

interface CompareProps {
  keep: SupplierCard
  drop: SupplierCard
  swap: () => void
  close: Close
}

function Compare({ keep, drop, swap, close }: CompareProps) {
  const lines = mergeLines(keep, drop)
  const [take, setTake] = useState<readonly MergePart[]>(() => usualTake(lines))
  const [reason, setReason] = useState('')
  const refreshes = [supplier.get, supplier.getAll, supplier.find]
  const merge = useSend(supplier.merge, { refreshes })
  const body = {
    keep: { id: keep.id, version: keep.version },
    drop: { id: drop.id, version: drop.version },
    take: [...take],
  }
  const look = useCall(
    supplier.merge,
    { body: { ...body, dry_run: true } },
    { quiet: true, keepPrevious: true },
  )
  const short = reason.trim().length < 5
  const blocked = look.error?.message ?? (short ? 'Напишите причину' : undefined)
  const send = async () => {
    if (blocked || merge.sending) return
    const done = await merge.send({ body: { ...body, reason: reason.trim() } })
    if (!done) return
    toast.success('Поставщики объединены')
    close(done.supplier)
  }
  const keyOf = useHotkeyNames()
  useKeys([{ hotkey: 'main', label: 'Объединить', run: () => void send() }])
  return (
    <div className={styles['merge']}>
      <Sides keep={keep} drop={drop} swap={swap} lines={lines} take={take} choose={setTake} />
      <Outcome moved={look.data?.moved} problem={look.error?.message} />
      <Textarea
        label="Причина"
        required
        rows={2}
        maxLength={500}
        value={reason}
        error={merge.refusal?.explanation}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={styles['foot']}>
        {blocked && <span>{blocked}</span>}
        <Button variant="default" onClick={() => close()}>
          Отмена
        </Button>
        <Button
          loading={merge.sending}
          disabled={!!blocked}
          title={keyOf('main')}
          onClick={() => void send()}
        >
          Объединить
        </Button>
      </div>
    </div>
  )
}

interface SidesProps extends Omit<CompareProps, 'close'> {
  lines: MergeLine[]
  take: readonly MergePart[]
  choose: (take: readonly MergePart[]) => void
}

/**
 * Both values of each part side by side; a value chosen on the right moves over, and the value it replaces stays with the alias.
 */
function Sides({ keep, drop, swap, lines, take, choose }: SidesProps) {
  return (
    <table className={styles['sides']}>
      <thead>
        <tr>
          <th scope="col">
            <Button variant="default" onClick={swap}>
              Поменять местами
            </Button>
          </th>
          <Side title="Остаётся" card={keep} />
          <Side title="Вливается" card={drop} />
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const taken = take.includes(line.part)
          const set = (yes: boolean) =>
            choose(yes ? [...take, line.part] : take.filter((part) => part !== line.part))
          return (
            <tr key={line.part} data-same={line.same || undefined}>
              <th scope="row">{line.title}</th>
              <Value line={line} side="keep" chosen={!taken} choose={() => set(false)} />
              <Value line={line} side="drop" chosen={taken} choose={() => set(true)} />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Side({ title, card }: { title: string; card: SupplierCard }) {
  return (
    <th scope="col">
      <small>{title}</small>
      <span>
        {card.name} <StatusBadge kind="supplier" status={card.status} />
      </span>
    </th>
  )
}

interface ValueProps {
  line: MergeLine
  side: 'keep' | 'drop'
  chosen: boolean
  choose: () => void
}

function Value({ line, side, chosen, choose }: ValueProps) {
  const value = line[side]
  if (line.same) return <td>{value}</td>
  return (
    <td data-chosen={chosen || undefined}>
      <Radio
        name={`merge-${line.part}`}
        label={value || 'нет'}
        checked={chosen}
        onChange={choose}
        aria-label={`${line.title}: ${value || 'нет'}`}
      />
    </td>
  )
}

function Outcome({
  moved,
  problem,
}: {
  moved: MergeCounts | undefined
  problem: string | undefined
}) {
  if (problem)
    return (
      <p className={styles['problem']} role="alert">
        {problem}
      </p>
    )
  return (
    <p className={styles['outcome']} role="status">
      {moved ? mergeSummary(moved) : 'Считаем, что перейдёт…'}
    </p>
  )
}

/** What the merge moves, in one or two sentences. */
function mergeSummary(counts: MergeCounts): string {
  const parts = [
    counts.acts && plural(counts.acts, 'акт', 'акта', 'актов'),
    counts.visits && plural(counts.visits, 'заезд', 'заезда', 'заездов'),
    counts.weight_acts &&
      plural(counts.weight_acts, 'весовой акт', 'весовых акта', 'весовых актов'),
    counts.methods &&
      plural(counts.methods, 'способ выплаты', 'способа выплаты', 'способов выплаты'),
    counts.consents && plural(counts.consents, 'согласие', 'согласия', 'согласий'),
    counts.scans && plural(counts.scans, 'скан', 'скана', 'сканов'),
  ].filter(Boolean)
  const sentences = [
    parts.length > 0 ? `Перейдёт: ${parts.join(', ')}.` : 'Переходить нечему.',
    counts.same_methods > 0 && 'Одинаковые способы выплаты останутся в одном экземпляре.',
    counts.payments_kept > 0 &&
      `${plural(counts.payments_kept, 'выплата', 'выплаты', 'выплат')} не меняются и будут видны вместе.`,
    'Тексты выписанных актов не изменятся.',
  ]
  return sentences.filter(Boolean).join(' ')
}
