import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { act } from '#contract/act/act.ts'
import type { VisitCard, Visit } from '#contract/visit/visit-entities.ts'
import { useConnection } from '#web/state/connection.ts'
import { kg, plural } from '#web/ui/format.ts'
import { WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { LookupInput } from '#web/ui/inputs/lookup-input.tsx'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useOnce } from '#web/ui/form/use-once.ts'
import { supplier as supplierCalls } from '#contract/supplier/supplier.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { openNewSupplier } from '../../supplier/open-new-supplier.ts'
import { Cameras } from '../scale/camera-view.tsx'
import { ZeroButton } from '../scale/capture-part.tsx'
import { findSuppliers } from '../truck/find-suppliers.ts'
import { focusOn } from '../scale/focus-on.ts'
import { useLiveWeight } from '../scale/live-weight.ts'
import { NO_SUPPLIER } from './accept-part.tsx'
import { openAcceptVisits } from './open-accept-visit.ts'
import { OutboxState } from '../offline/outbox-state.tsx'
import { ProductTiles } from './product-tiles.tsx'
import { blockedBy } from '../scale/reading-messages.ts'
import type { PostParts } from '../truck/post-parts.ts'
import { useWaitingWords } from '../scale/use-capture.ts'
import { usePlatform, type Platform } from './use-platform.ts'
import { VisitPictures } from '../../weighing/visit-pictures.tsx'
import { WeightFace } from '../scale/weight-face.tsx'
import captureStyles from '../scale/capture.module.css'
import frame from '../station.module.css'
import visitStyles from '../visit.module.css'
import { visitCalls } from '#contract/visit/visit.ts'
import { quote } from '#contract/words/quote.ts'
import { callOnce } from '#web/api/use-call.ts'
import { freeVisits } from '../../act/draft/free-visits.ts'

const OfflineEpisodes = lazyPart(
  async () => (await import('../offline/offline-episodes.tsx')).OfflineEpisodes,
)

/** A platform: one capture for each load, products as large tiles, the sum of the delivery. */
export function PlatformPost({ settings, scale, cameras, previewMs }: PostParts) {
  const platform = usePlatform(settings.post)
  const keyOf = useHotkeyNames()
  const write = () => {
    if (!platform.sending) void platform.capture(false)
  }
  useKeys([
    { hotkey: 'plate', label: 'Код тары', run: () => focusOn('platform-container') },
    { hotkey: 'supplier', label: 'Поставщик', run: () => focusOn('station-supplier') },
    { hotkey: 'product', label: 'Товар', run: () => focusOn('station-product') },
    { hotkey: 'weigh', label: 'Записать вес', run: write },
    { hotkey: 'main', label: 'Записать вес', run: write },
  ])
  return (
    <div className={frame['platform']}>
      <div className={frame['middle']}>
        <WeightFace scale={scale} heldWeight={platform.heldWeight} why={platform.why} />
        <section className={frame['panel']} aria-label="Груз">
          <div className={frame['pairs']}>
            <TextInput
              label={`Код тары (${keyOf('plate')})`}
              id="platform-container"
              placeholder="Ввод или сканер"
              autoComplete="off"
              maxLength={20}
              value={platform.load.container}
              onChange={(event) => platform.change({ container: event.currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey) return
                // The same key press must not press the button that now has the focus.
                event.preventDefault()
                focusOn('station-main')
              }}
            />
            <WeightInput
              label="Упаковка, кг"
              value={platform.load.packG}
              onChange={(packG) => platform.change({ packG })}
            />
          </div>
          <div className={captureStyles['capture']}>
            <MainButton platform={platform} scale={scale} run={write} />
            <Why platform={platform} scale={scale} />
            {platform.load.container && (
              <Button
                variant="default"
                disabled={platform.sending}
                onClick={() => void platform.capture(true)}
              >
                Запомнить тару {quote(platform.load.container)}
              </Button>
            )}
            <ZeroButton post={settings.post} />
          </div>
        </section>
        <Delivery platform={platform} post={settings.post} />
        <OutboxState />
        <OfflineEpisodes post={settings.post} />
      </div>
      <div className={frame['middle']}>
        <ProductTiles
          value={platform.load.productId}
          choose={(productId) => platform.change({ productId })}
        />
        <Cameras cameras={cameras} everyMs={previewMs} />
      </div>
    </div>
  )
}

interface WhyProps {
  platform: Platform
  scale: PostParts['scale']
}

/** Looks enabled only when the weight can be recorded; when pressed anyway, it says why not. */
function MainButton({ platform, scale, run }: WhyProps & { run: () => void }) {
  const keyOf = useHotkeyNames()
  const { words, bad } = useCaptureWords({ platform, scale })
  return (
    <Button
      id="station-main"
      className={captureStyles['main'] ?? ''}
      title={bad ? words : `${keyOf('weigh')} или ${keyOf('main')}`}
      data-disabled={bad || undefined}
      loading={platform.sending}
      onClick={run}
    >
      Записать вес · {keyOf('weigh')}
    </Button>
  )
}

/** Whether the weight may be written down now, or why not. */
function useCaptureWords({ platform, scale }: WhyProps) {
  const blocked = useLiveWeight(({ reading, ...why }) => blockedBy(reading, scale, why))
  const waits = useWaitingWords()
  const words = platform.sending
    ? 'Записывается…'
    : (waits ?? blocked ?? (platform.load.productId ? 'Можно записывать' : 'Выберите товар'))
  const good = words === 'Можно записывать'
  return { words, good, bad: !good && !platform.sending && words !== waits }
}

function Why(props: WhyProps) {
  const { words, good, bad } = useCaptureWords(props)
  return (
    <span
      role="status"
      className={captureStyles['why']}
      data-bad={bad || undefined}
      data-good={good || undefined}
    >
      {words}
    </span>
  )
}

/** All loads weighed for one supplier in a row; they become one act. */
function Delivery({ platform, post }: { platform: Platform; post: number }) {
  const navigate = useNavigate()
  const { weighings, supplier } = platform
  const sum = weighings.reduce((total, { net_g }) => total + (net_g ?? 0), 0)
  const mayCreate = useMaySend(supplierCalls.create)
  const create = async (words: string) => {
    const made = await openNewSupplier({ name: words })
    if (made) await platform.choose({ id: made.id, label: made.name })
  }
  const lost = useConnection(({ state }) => state === 'lost')
  const [noSupplier, setNoSupplier] = useState(false)
  const accept = async () => {
    if (lost) return toast.warning('Нет связи с сервером')
    if (!supplier) {
      setNoSupplier(true)
      focusOn('station-supplier')
      return toast.warning('Выберите поставщика')
    }
    const [first, ...others] = await findVisitsOfSupplier(supplier.id, post, weighings)
    if (!first) return toast.warning('Сначала запишите вес')
    const address = await openAcceptVisits([first, ...others], supplier)
    if (address) navigate(address)
    return undefined
  }
  const accepting = useOnce(accept)
  const mayAccept = useMaySend(act.update, 'save')
  const keyOf = useHotkeyNames()
  useKeys(mayAccept ? [{ hotkey: 'accept', label: 'Принять', run: accepting.run }] : [])
  return (
    <Panel
      title={
        weighings.length > 0
          ? `Сдача: ${plural(weighings.length, 'взвешивание', 'взвешивания', 'взвешиваний')}, ${kg(sum)}`
          : 'Сдача'
      }
    >
      <LookupInput
        label={`Поставщик (${keyOf('supplier')})`}
        id="station-supplier"
        placeholder="Имя, ИНН, телефон"
        find={findSuppliers}
        {...(mayCreate && { create: (words: string) => void create(words) })}
        error={noSupplier && !supplier && NO_SUPPLIER}
        value={supplier}
        onChange={(one) => {
          setNoSupplier(false)
          void platform.choose(one)
        }}
      />
      {weighings.length > 0 && (
        <table className={visitStyles['figures']}>
          <tbody>
            {weighings.map((visit) => (
              <tr key={visit.id}>
                <th scope="row">{visit.number}</th>
                <td>{visit.product_name ?? 'без товара'}</td>
                <td>{kg(visit.net_g)}</td>
              </tr>
            ))}
            <tr className={visitStyles['net']}>
              <th scope="row">Всего</th>
              <td />
              <td>{kg(sum)}</td>
            </tr>
          </tbody>
        </table>
      )}
      <LoadPictures post={post} last={weighings[0]} queued={platform.heldWeight?.no} />
      <div className={frame['row']}>
        {mayAccept && (
          <Button
            variant={weighings.length > 0 ? 'filled' : 'default'}
            loading={accepting.running}
            onClick={accepting.run}
          >
            {lost ? 'Нет связи с сервером' : `Принять · ${keyOf('accept')}`}
          </Button>
        )}
        {weighings.length > 0 && (
          <>
            <Button variant="default" onClick={platform.weighAgain}>
              Ещё одно взвешивание
            </Button>
            <Button variant="subtle" onClick={platform.reset}>
              Следующий
            </Button>
          </>
        )}
      </div>
    </Panel>
  )
}

/**
 * The loads of a delivery as the server has them, in the order of their weighing: those that this screen recorded and that are
 * still free, or, after a reload, all that this post weighed for the supplier and that are in no act.
 */
async function findVisitsOfSupplier(
  supplierId: string,
  post: number,
  done: readonly Visit[],
): Promise<Visit[]> {
  const { items } = await callOnce(visitCalls.getFree, freeVisits)
  return items.toReversed().filter((visit) => {
    if (done.length > 0) return done.some(({ id }) => id === visit.id)
    return visit.supplier_id === supplierId && visit.post === post
  })
}

interface LoadPicturesProps {
  post: number
  last: VisitCard | undefined
  /** The record of this browser that will become the load. */
  queued: number | undefined
}

/** A photo of a document or of a damaged load is attached to the weighing that was recorded last. */
function LoadPictures({ post, last, queued }: LoadPicturesProps) {
  if (queued === undefined && !last) return null
  return (
    <div className={frame['row']}>
      <span className={frame['dimmed']}>
        {queued === undefined ? `К взвешиванию ${last?.number}` : `К записи № ${queued}`}
      </span>
      {queued === undefined ? (
        <VisitPictures key={last?.id} post={post} visit={last} />
      ) : (
        <VisitPictures key={queued} post={post} after={queued} />
      )}
    </div>
  )
}
