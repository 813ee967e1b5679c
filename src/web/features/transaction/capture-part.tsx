import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { weight } from '#contract/device.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/ask.ts'
import { useKeys } from '#web/ui/keys.ts'
import { toast } from '#web/ui/toast.ts'
import { useLiveWeight } from './live-weight.ts'
import { blockedBy } from './reading-words.ts'
import type { Station } from './use-station.ts'
import styles from './station.module.css'

const MODES = [
  { value: 'two_pass', label: 'Два взвешивания' },
  { value: 'multi', label: 'Выгрузки' },
  { value: 'manual', label: 'Ручной ввод' },
]

/** The one act of the station: write the weight down, or say in words why it cannot be. */
export function CapturePart({ station, post }: { station: Station; post: number }) {
  const { visit, draft, sending } = station
  const [mode, setMode] = useState('two_pass')
  const open = visit?.status === 'in'
  const manual = mode === 'manual'
  const next = () => setMode((now) => MODES[(place(now) + 1) % MODES.length]!.value)
  const write = (kind: 'in' | 'mid' | 'out') => {
    if (sending || visit?.status === 'closed') return
    void (manual ? typeWeight(station, kind, post) : station.capture(kind))
  }
  const main = () => write(open ? 'out' : 'in')
  useKeys([
    { code: 'F6', label: 'Режим взвешивания', run: next },
    { code: 'F8', label: 'Записать вес', run: main },
    { code: 'Enter', ctrl: true, label: 'Записать вес', run: main },
  ])
  return (
    <div className={styles['middle']}>
      <SegmentedControl aria-label="Режим (F6)" data={MODES} value={mode} onChange={setMode} />
      <div className={styles['capture']}>
        <Button className={styles['main'] ?? ''} title="F8" loading={sending} onClick={main}>
          {open ? 'Записать выезд' : 'Записать въезд'} · F8
        </Button>
        <Why station={station} manual={manual} plate={draft.plate} />
      </div>
      <div className={styles['row']}>
        {mode === 'multi' && open && (
          <Button variant="default" loading={sending} onClick={() => write('mid')}>
            Записать выгрузку
          </Button>
        )}
        <ZeroButton post={post} />
      </div>
    </div>
  )
}

const place = (mode: string) => MODES.findIndex(({ value }) => value === mode)

function Why({ station, manual, plate }: { station: Station; manual: boolean; plate: string }) {
  const blocked = useLiveWeight(({ reading }) => blockedBy(reading))
  const words = (() => {
    if (station.visit?.status === 'closed') return 'Машина взвешена: примите груз (F10)'
    if (!plate && !station.visit) return 'Впишите номер машины'
    if (manual) return 'Понадобятся причина и пин-код другого сотрудника'
    return blocked ?? 'Можно записывать'
  })()
  return <span role="status">{words}</span>
}

/** Only where an empty scale has not come back to zero. */
function ZeroButton({ post }: { post: number }) {
  const needed = useLiveWeight(
    ({ reading }) =>
      !!reading?.weight_g && reading.stable && reading.blockers.includes('weighing.no-load'),
  )
  const zero = useSend(weight.zero)
  if (!needed) return null
  const run = async () => {
    if (await zero.send({ body: { post } })) toast.success('Весы обнулены')
    else toast.error('Не удалось обнулить весы')
  }
  return (
    <Button variant="default" loading={zero.sending} onClick={() => void run()}>
      Обнулить весы
    </Button>
  )
}

/** A weight that no scale showed: its reason is asked, the PIN of another person follows from the server. */
async function typeWeight(station: Station, kind: 'in' | 'mid' | 'out', post: number) {
  const { draft, visit } = station
  if (!visit && !draft.plate) return toast.warning('Впишите номер машины')
  const grams = await ask.input({ title: 'Ручной ввод веса', label: 'Вес, кг', kind: 'weight' })
  if (grams === undefined) return undefined
  const reason = await ask.textarea({ title: 'Почему не с весов?', label: 'Причина', min: 5 })
  if (reason === undefined) return undefined
  await station.run({
    command: 'manual_weight',
    client_id: crypto.randomUUID(),
    weight_g: grams,
    reason,
    kind: visit ? kind : 'in',
    post,
    ...(visit ? { id: visit.id, version: visit.version } : { carnumber: draft.plate }),
    ...(!visit && draft.supplier && { supplier_id: draft.supplier.id }),
    ...(!visit && draft.productId && { product_id: draft.productId }),
  })
  return undefined
}
