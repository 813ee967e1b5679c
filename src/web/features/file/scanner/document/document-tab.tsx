import { Button, Checkbox } from '@mantine/core'
import { Camera, ImagePlus, Smartphone } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { phoneLinks } from '#contract/file/phone.ts'
import { quote } from '#contract/words/quote.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useDialogChanged, useGiveUp } from '#web/ui/dialogs/dialogs.tsx'
import { plural } from '#web/ui/format.ts'
import { drawPicture, sizeOfPicture } from '../../as-jpeg.ts'
import { CameraView } from '../camera-view.tsx'
import { PageEditor } from './page-editor.tsx'
import { PageList } from './page-list.tsx'
import { useSending } from './use-sending.ts'
import { insideOf, isSheet } from '../quad.ts'
import { takeRest, type Arrivals } from './phone-arrivals.ts'
import { PhonePart } from './phone-part.tsx'
import type { StorePages } from '../scan-result.ts'
import type { ScannedPage, ScannedRecord } from '../scanned-page.ts'
import { openSheetWorker, type SheetWorker } from './sheet-worker.ts'
import styles from '../scanner.module.css'

/** As many as one sending of scans takes. */
const MOST_PAGES = 20
/** A page of two thousand pixels is cut out of no more. */
const TAKEN_SIDE = 2600
const TAKEN_QUALITY = 0.92

let lastId = 0

interface DocumentTabProps {
  record: ScannedRecord | undefined
  store: StorePages
  close: () => void
}

/** Pages from a camera, a telephone, files, a drop or the clipboard, straightened and in order; they stay until they are stored. */
export function DocumentTab({ record, store, close }: DocumentTabProps) {
  const { pages, change, add, sheets } = usePages()
  const [chosen, setChosen] = useState<number>()
  const [isFilming, setIsFilming] = useState(false)
  const [isOnePdf, setIsOnePdf] = useState(false)
  const phone = usePhone()
  const { send, busy, problem } = useSending()
  const giveUp = useGiveUp()
  // Sheets are work of the hands: closing asks first.
  useDialogChanged(pages.length > 0)
  const page = pages.find(({ id }) => id === chosen) ?? pages.at(-1)
  const crossed = pages.findIndex(({ quad }) => !isSheet(quad))
  const take = async (files: readonly File[]) => {
    const added = await add(files)
    if (added !== undefined) setChosen(added)
  }
  const takeByHand = async (files: readonly File[]) => {
    if (busy) toast.warning('Листы отправляются. Добавьте новые, когда это закончится')
    else await take(files)
  }
  const finish = async () => {
    const stored = await send({
      pages,
      sheets: sheets.current!,
      isOnePdf: isOnePdf && pages.length > 1,
      endPhone: phone.end,
      store,
    })
    if (stored.length === pages.length) return close()
    const ids = new Set(stored.map(({ id }) => id))
    change((all) => all.filter(({ id }) => !ids.has(id)))
  }
  usePastedFiles(takeByHand)
  return (
    <div
      className={styles['scanner']}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void takeByHand([...event.dataTransfer.files])
      }}
    >
      <div className={styles['row']}>
        <Button
          variant={isFilming ? 'filled' : 'default'}
          aria-pressed={isFilming}
          leftSection={<Camera size={16} aria-hidden />}
          onClick={() => setIsFilming(!isFilming)}
        >
          Камера
        </Button>
        <PhoneButton isShown={phone.isShown} toggle={() => void phone.toggle()} />
        <PictureFiles take={takeByHand} />
        <span className={styles['quiet']}>или перетащите снимки сюда, или вставьте: Ctrl + V</span>
      </div>
      {isFilming && <CameraView label="Снять лист" take={(shot) => void takeByHand([shot])} />}
      {phone.isShown && (
        <PhonePart record={record} take={take} join={phone.join} takeRest={phone.takeAll} />
      )}
      <div className={styles['work']}>
        <PageList pages={pages} chosen={page?.id} choose={setChosen} change={change} />
        {page ? (
          <PageEditor
            key={page.id}
            page={page}
            put={(changed) =>
              change((all) => all.map((one) => (one.id === page.id ? { ...one, ...changed } : one)))
            }
            find={async () => sheets.current?.findSheet(page.picture)}
            clean={async () => sheets.current?.cleanPicture(page.picture)}
          />
        ) : (
          <p className={styles['quiet']}>
            Снимите лист целиком на тёмном фоне: края найдутся сами, углы можно поправить.
          </p>
        )}
      </div>
      {crossed >= 0 && (
        <p role="alert">Лист {crossed + 1}: стороны пересекаются. Поправьте углы.</p>
      )}
      {record?.entity === 'act' && pages.length > 1 && (
        <Checkbox
          label="Одним файлом PDF"
          checked={isOnePdf}
          onChange={(event) => setIsOnePdf(event.currentTarget.checked)}
        />
      )}
      {problem && <p role="alert">{problem}</p>}
      <DialogButtons
        main={
          pages.length > 0
            ? `Приложить ${plural(pages.length, 'лист', 'листа', 'листов')}`
            : 'Приложить'
        }
        disabled={pages.length === 0 || crossed >= 0}
        busy={busy}
        run={() => void finish()}
        cancel={giveUp}
      />
    </div>
  )
}

function PhoneButton({ isShown, toggle }: { isShown: boolean; toggle: () => void }) {
  if (!useMaySend(phoneLinks.create)) return null
  return (
    <Button
      variant={isShown ? 'filled' : 'default'}
      aria-pressed={isShown}
      leftSection={<Smartphone size={16} aria-hidden />}
      onClick={toggle}
    >
      С телефона
    </Button>
  )
}

/** The link of a telephone, while it is shown. */
function usePhone() {
  const [isShown, setIsShown] = useState(false)
  const arrivals = useRef<Arrivals>(undefined)
  const join = useCallback((joined: Arrivals | undefined) => {
    arrivals.current = joined
  }, [])
  const takeAll = () => takeRest(arrivals.current)
  const toggle = async () => {
    if (isShown) await takeAll()
    setIsShown(!isShown)
  }
  const end = async () => {
    const isEnded = (await arrivals.current?.end()) !== false
    // An ended link gives nothing more: for more pages there is a new code.
    if (isEnded) setIsShown(false)
    return isEnded
  }
  return { isShown, join, takeAll, toggle, end }
}

function usePages() {
  const [pages, setPages] = useState<readonly ScannedPage[]>([])
  const sheets = useRef<SheetWorker>(undefined)
  useEffect(() => {
    const opened = openSheetWorker()
    sheets.current = opened
    return () => opened.close()
  }, [])
  /** The id of the last added page. */
  const add = async (files: readonly File[]): Promise<number | undefined> => {
    let last: number | undefined
    for (const file of files) {
      const page = await pageOf(file, sheets.current).catch(() => undefined)
      if (!page) toast.error(refusalOf(file))
      else {
        last = page.id
        setPages((all) => (all.length < MOST_PAGES ? [...all, page] : all))
      }
    }
    if (pages.length + files.length > MOST_PAGES)
      toast.warning(`За один раз прикладывают не больше ${MOST_PAGES} листов`)
    return last
  }
  return { pages, change: setPages, add, sheets }
}

/** A PDF is whole already: it is chosen as a file, without a look for its edges. */
const refusalOf = ({ name, type }: File) =>
  type === 'application/pdf'
    ? `${quote(name)} — готовый PDF. Приложите его кнопкой «Скан» на карточке акта`
    : `${quote(name)} не открывается как картинка`

async function pageOf(file: File, sheets: SheetWorker | undefined): Promise<ScannedPage> {
  const picture = await drawPicture(file, TAKEN_SIDE, TAKEN_QUALITY)
  const size = await sizeOfPicture(picture)
  const quad = (await sheets?.findSheet(picture).catch(() => undefined)) ?? insideOf(size)
  return { id: ++lastId, name: file.name, picture, size, quad, turns: 0 }
}

function usePastedFiles(take: (files: readonly File[]) => Promise<void>) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) void latest.current(files)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
}

function PictureFiles({ take }: { take: (files: readonly File[]) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        data-autofocus
        leftSection={<ImagePlus size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Файлы
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/*"
        aria-label="Файлы снимков"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void take(files)
        }}
      />
    </>
  )
}
