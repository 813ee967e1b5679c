import { serverNow } from '#web/ui/server-clock.ts'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { files } from '#contract/file/file.ts'
import { product } from '#contract/price/product.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { updateVisitBody } from '#contract/visit/visit-input.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { upload } from '#web/api/upload.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#contract/screen-paths.ts'
import { ofSigns } from '#contract/words/plural.ts'
import { useModuleSettings } from '#web/state/module-settings.ts'
import { FieldGroup, Fields, Form } from '#web/ui/form/form.tsx'
import { dateTime, instantOf, kg, today } from '#web/ui/format.ts'
import { WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { DateTimeInput } from '#web/ui/inputs/date-time-input.tsx'
import { LookupInput, type FoundOption } from '#web/ui/inputs/lookup-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { asJpeg } from '../file/as-jpeg.ts'
import { FileButton } from '../file/file-button.tsx'
import { findSuppliers } from './truck/find-suppliers.ts'

type Values = {
  carnumber: string
  supplier: FoundOption | null
  product_id: string | null
  trailer_number: string
  in_g: number | null
  out_g: number | null
  in_at: string
  out_at: string
  reason: string
}

const EMPTY: Values = {
  carnumber: '',
  supplier: null,
  product_id: null,
  trailer_number: '',
  in_g: null,
  out_g: null,
  in_at: '',
  out_at: '',
  reason: '',
}

/** What the server would refuse of the two times, at the field that must be corrected. */
function timesOf({ in_at, out_at }: Values): Record<string, string> {
  const [from, to] = [in_at, out_at].map((wall) => Date.parse(instantOf(wall) ?? ''))
  const future = 'Это время ещё не наступило'
  return {
    ...(from! > serverNow() && { in_at: future }),
    ...(to! <= from! && { out_at: 'Выезд должен быть позже въезда' }),
    ...(to! > serverNow() && { out_at: future }),
  }
}

/** The company asks for longer reasons than the product does. */
function reasonOf({ reason }: Values, least: number): Record<string, string> {
  return reason.trim().length < least ? { reason: `Не короче ${ofSigns(least)}` } : {}
}

/** A visit written from paper: both weights by hand, a reason, and the PIN of another person. */
export function Component() {
  const navigate = useNavigate()
  const [clientId] = useState(() => crypto.randomUUID())
  const [photos, setPhotos] = useState<string[]>([])
  const min_reason = useModuleSettings('manual')?.min_reason ?? 0
  const save = useSend(visitCalls.update, {
    refreshes: [visitCalls.getAll, visitCalls.getFree],
  })
  const form = useRecordForm({
    schema: updateVisitBody,
    initial: EMPTY,
    draft: 'manual visit',
    toBody: ({ supplier, product_id, in_at, out_at, ...values }) => ({
      command: 'manual',
      client_id: clientId,
      ...values,
      ...(supplier && { supplier_id: supplier.id }),
      ...(product_id && { product_id }),
      ...(photos.length > 0 && { photos }),
      in_at: instantOf(in_at),
      out_at: instantOf(out_at),
    }),
    check: (values) => ({ ...timesOf(values), ...reasonOf(values, min_reason) }),
  })
  return (
    <Page title="Ручной ввод" shape="narrow">
      <Form
        form={form}
        main="Записать"
        stopsAtButton
        sending={save.sending}
        refusal={save.refusal}
        send={() => save.send({ body: form.body() })}
        done={() => {
          toast.success('Заезд записан')
          navigate(paths.transactions)
        }}
      >
        <FieldGroup title="Машина">
          <Fields columns={2}>
            <PlateInput label="Номер машины" required {...form.field('carnumber')} />
            <LookupInput
              label="Поставщик"
              placeholder="Имя, ИНН, телефон"
              find={findSuppliers}
              {...form.field('supplier')}
            />
            <PlateInput label="Прицеп" {...form.field('trailer_number')} />
            <ProductField {...form.field('product_id')} />
          </Fields>
          <SameDay plate={form.values.carnumber} inAt={form.values.in_at} />
        </FieldGroup>
        <FieldGroup title="Взвешивания">
          <Fields columns={2}>
            <WeightInput label="Вес на въезде, кг" required {...form.field('in_g')} />
            <DateTimeInput label="Время въезда" required {...form.field('in_at')} />
            <WeightInput label="Вес на выезде, кг" required {...form.field('out_g')} />
            <DateTimeInput label="Время выезда" required {...form.field('out_at')} />
          </Fields>
        </FieldGroup>
        <FieldGroup title="Основание">
          <Textarea
            label="Почему не с весов"
            description="Запись подтверждает пин-кодом другой сотрудник."
            required
            minRows={2}
            maxLength={500}
            {...form.field('reason')}
          />
          <PaperPhotos photos={photos} add={(id) => setPhotos((all) => [...all, id])} />
          <p>Заезд навсегда останется с отметкой «Ручной ввод»: в журнале, в актах и в отчётах.</p>
        </FieldGroup>
      </Form>
    </Page>
  )
}

function ProductField(field: Record<string, unknown>) {
  const catalogue = useCall(
    product.getAll,
    { query: { filter: { kind: ['item'], status: ['active'] } } },
    { fresh: REFERENCE_MS },
  )
  return (
    <SearchSelect
      label="Товар"
      placeholder="Выберите товар"
      clearable
      nothingFoundMessage="Не найдено"
      data={(catalogue.data?.items ?? [])
        .filter(({ measure }) => measure !== 'piece')
        .map(({ id, name }) => ({ value: id, label: name }))}
      {...field}
    />
  )
}

/** The same delivery must not be recorded twice: the scale's data of this plate on that day are shown beforehand. */
function SameDay({ plate, inAt }: { plate: string; inAt: string }) {
  const { plate: carnumber, countries } = normalizePlate(plate)
  const whole = countries.length > 0
  const date = inAt.slice(0, 10) || today()
  const { data } = useCall(
    visitCalls.getAll,
    { query: { filter: { carnumber, date_from: date, date_to: date, limit: 5, with: ['rows'] } } },
    { when: whole, quiet: true },
  )
  const found = (data?.items ?? []).filter(({ status }) => status !== 'void')
  if (!whole || found.length === 0) return null
  return (
    <ul role="status">
      {found.map((visit) => (
        <li key={visit.id}>
          В этот день {visit.carnumber} уже есть:{' '}
          <Link to={`${paths.transactions}?peek=${visit.id}`}>заезд {visit.number}</Link>, въезд{' '}
          {dateTime(visit.in_at)}, {kg(visit.net_g ?? visit.in_g)}
        </li>
      ))}
    </ul>
  )
}

// The call takes ten pictures (contract).
const MOST_PHOTOS = 10

/** A picture with its client number, which stays the same however often it is sent. */
interface Paper {
  clientId: string
  picture: File
}

/** Pictures that failed stay here; one press sends them again, never twice. */
function PaperPhotos({ photos, add }: { photos: string[]; add: (id: string) => void }) {
  const may = useMaySend(files.save)
  const [share, setShare] = useState<number>()
  const [unsent, setUnsent] = useState<Paper[]>([])
  const sendAll = async (papers: Paper[]) => {
    setUnsent(papers)
    for (const [sent, paper] of papers.entries()) {
      const sentPaper = await sendPaper(paper, setShare)
      setShare(undefined)
      if (!sentPaper) return
      add(sentPaper.id)
      setUnsent(papers.slice(sent + 1))
    }
  }
  const take = (chosen: File[]) => {
    const all = [...unsent, ...chosen.map(withClientId)]
    return sendAll(all.slice(0, MOST_PHOTOS - photos.length))
  }
  if (!may) return null
  return (
    <div>
      <FileButton
        label="Фото бумаги"
        accept="image/jpeg,image/png"
        many
        share={share}
        take={take}
      />{' '}
      {unsent.length > 0 && share === undefined && (
        <Button variant="default" onClick={() => void sendAll(unsent)}>
          Отправить ещё раз: {unsent.length}
        </Button>
      )}{' '}
      {photos.length > 0 && <span role="status">Приложено: {photos.length}</span>}
    </div>
  )
}

const withClientId = (picture: File): Paper => ({ clientId: crypto.randomUUID(), picture })

async function sendPaper({ clientId, picture }: Paper, progress: (share: number) => void) {
  const body = await asJpeg(picture)
  const params = { kind: 'photo' as const, client_id: clientId }
  return upload(files.save, { query: { params }, body }, { progress }).catch(() => undefined)
}
