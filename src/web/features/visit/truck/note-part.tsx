import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { files } from '#contract/file/file.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { storeNote, queuedArrival, useOutbox } from '#web/offline/outbox.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileButton } from '../../file/file-button.tsx'
import { focusOn } from '../scale/focus-on.ts'
import type { Station } from './use-station.ts'
import { storePictures, MOST_CHOSEN } from '../../weighing/visit-pictures.tsx'
import styles from '../scale/capture.module.css'
import frame from '../station.module.css'

type Direction = 'in' | 'out'

const DIRECTIONS = [
  { value: 'in', label: 'Въезд' },
  { value: 'out', label: 'Выезд' },
]
// The comment of a visit holds both texts.
const MOST = 200

/** Without a server the scale stores the weight and the operator notes whose it is (screens.md 13.4). */
export function NotePart({ station }: { station: Station }) {
  const { draft, visit, post } = station
  const [chosen, setChosen] = useState<Direction>()
  const [supplier, setSupplier] = useState('')
  const [comment, setComment] = useState('')
  const [pictures, setPictures] = useState<File[]>([])
  const [sending, setSending] = useState(false)
  const direction = chosen ?? (visit?.status === 'in' ? 'out' : 'in')
  const arrival = useOutbox(({ records }) => queuedArrival(records, draft.plate))
  const twice =
    direction === 'in' && arrival?.state === 'waiting'
      ? `Въезд этой машины уже записан: ждёт отправки № ${arrival.no}`
      : undefined
  const write = async () => {
    if (sending) return undefined
    if (twice) return toast.warning(twice)
    if (!draft.plate) {
      focusOn('station-plate')
      return toast.warning('Впишите номер машины')
    }
    setSending(true)
    const names = supplier || (draft.supplier?.label ?? '')
    const body = { post, carnumber: draft.plate, direction, supplier: names, comment }
    const no = await storeNote(body)
    await storePictures(pictures, { post }, no)
    setSending(false)
    toast.success(`Записано № ${no}: ${draft.plate}`)
    station.reset()
    setChosen(undefined)
    setSupplier('')
    setComment('')
    setPictures([])
    return focusOn('station-plate')
  }
  const mayAttach = useMaySend(files.save)
  const keyOf = useHotkeyNames()
  useKeys([
    {
      hotkey: 'mode',
      label: 'Въезд или выезд',
      run: () => setChosen(direction === 'in' ? 'out' : 'in'),
    },
    { hotkey: 'weigh', label: 'Записать машину', run: () => void write() },
    { hotkey: 'main', label: 'Записать машину', run: () => void write() },
  ])
  return (
    <>
      <p className={styles['read']}>
        {twice ??
          'Весы запишут взвешивание сами. Запишите номер машины: после восстановления связи запись встанет рядом с её весом.'}
      </p>
      <div className={frame['pairs']}>
        <TextInput
          label="Поставщик, со слов"
          maxLength={MOST}
          value={supplier}
          placeholder={draft.supplier?.label ?? ''}
          onChange={(event) => setSupplier(event.currentTarget.value)}
        />
        <TextInput
          label="Примечание"
          maxLength={MOST}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </div>
      <div className={frame['row']}>
        {mayAttach && (
          <FileButton
            label="Приложить фото"
            accept="image/jpeg,image/png"
            many
            share={undefined}
            take={(chosen) => setPictures((all) => [...all, ...chosen].slice(0, MOST_CHOSEN))}
          />
        )}
        {pictures.length > 0 && <span role="status">Фото: {pictures.length}</span>}
      </div>
      <div className={frame['row']}>
        <SegmentedControl
          aria-label={`Направление (${keyOf('mode')})`}
          data={DIRECTIONS}
          value={direction}
          onChange={(value) => setChosen(value as Direction)}
        />
        <Button
          id="station-main"
          className={styles['main'] ?? ''}
          title={`${keyOf('weigh')} или ${keyOf('main')}`}
          loading={sending}
          onClick={() => void write()}
        >
          Записать машину · {keyOf('weigh')}
        </Button>
      </div>
    </>
  )
}
