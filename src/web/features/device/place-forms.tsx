import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Site } from '#contract/company/company-entities.ts'
import { savePostBody, saveSiteBody, type YardSetUp } from '#contract/device/site-devices.ts'
import { device } from '#contract/device/device.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import type { FieldProps } from '#web/ui/inputs/field-props.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

type Post = YardSetUp['posts'][number]
type SiteStatus = Site['status']

/** Opens a new or saved site. */
export function openSite(companyId: string, site?: Site): Promise<void> {
  return openDialog({ title: site ? 'Площадка' : 'Новая площадка', width: 640 }, (close) => (
    <LoadedYard companyId={companyId}>
      {(yard) => <SiteForm companyId={companyId} site={recordOf(yard.sites, site)} close={close} />}
    </LoadedYard>
  ))
}

/** Opens a new or saved post with the printer of its slips. */
export function openPost(companyId: string, post?: Post): Promise<void> {
  return openDialog({ title: post ? 'Пост' : 'Новый пост', width: 640 }, (close) => (
    <LoadedYard companyId={companyId}>
      {(yard) => (
        <PostForm
          companyId={companyId}
          yard={yard}
          post={recordOf(yard.posts, post)}
          close={close}
        />
      )}
    </LoadedYard>
  ))
}

interface LoadedYardProps {
  companyId: string
  children: (yard: YardSetUp) => ReactNode
}

/** The form follows the current record, not the row from which it was opened. */
function LoadedYard({ companyId, children }: LoadedYardProps) {
  const yard = useCall(device.superGetYard, { query: { companyId } }, { quiet: true })
  if (yard.error && !yard.data) return <p role="alert">{yard.error.message}</p>
  return yard.data ? children(yard.data) : <Waiting />
}

/** A record that another person removed keeps its last state: saving it is refused with the server's reason. */
function recordOf<T extends { id: string }>(
  records: readonly T[],
  opened: T | undefined,
): T | undefined {
  return opened && (records.find(({ id }) => id === opened.id) ?? opened)
}

interface SiteFormProps {
  companyId: string
  site: Site | undefined
  close: () => void
}

function SiteForm({ companyId, site, close }: SiteFormProps) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(device.superSaveSite, { refreshes: [device.superGetYard] })
  const form = useRecordForm({
    schema: saveSiteBody,
    ...(site && { version: site.version }),
    initial: {
      site: {
        name: site?.name ?? '',
        address: site?.address ?? '',
        is_default: site?.is_default ?? false,
        status: site?.status ?? 'active',
      },
    },
    toBody: ({ site: values }) => ({
      companyId,
      ...(site ? { version: site.version } : { client_id: clientId }),
      site: {
        ...values,
        ...(site && { id: site.id }),
        is_default: values.is_default || undefined,
      },
    }),
  })
  return (
    <SaveForm form={form} save={save} saved={close} said="Площадка сохранена">
      <Fields columns={1}>
        <TextInput label="Название" required {...form.field('site.name')} />
        <TextInput label="Адрес" required {...form.field('site.address')} />
      </Fields>
      {!site?.is_default && (
        <Checkbox label="Основная" {...form.field('site.is_default', { type: 'checkbox' })} />
      )}
      {site && !site.is_default && <ArchivedBox {...form.field('site.status')} />}
    </SaveForm>
  )
}

/** The status under its own path, where the server says why a site cannot be archived. */
function ArchivedBox({ value, onChange, ...field }: FieldProps<SiteStatus>) {
  return (
    <Checkbox
      {...field}
      label="В архиве"
      checked={value === 'archived'}
      onChange={(event) => onChange?.(event.currentTarget.checked ? 'archived' : 'active')}
    />
  )
}

const KINDS = [
  { value: 'truck', label: 'Автомобильные весы' },
  { value: 'platform', label: 'Платформа' },
]
/** What printers of slips usually have: port 9100, 42 signs a line. */
const PRINTER = { host: '', port: 9100, columns: 42 }

interface PostFormProps {
  companyId: string
  yard: YardSetUp
  post: Post | undefined
  close: () => void
}

function PostForm({ companyId, yard, post, close }: PostFormProps) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(device.superSavePost, { refreshes: [device.superGetYard] })
  const main = yard.sites.find(({ is_default }) => is_default) ?? yard.sites[0]
  const form = useRecordForm({
    schema: savePostBody,
    ...(post && { version: post.version }),
    initial: {
      post: {
        number: post?.number ?? freeNumber(yard),
        title: post?.title ?? '',
        kind: post?.kind ?? 'truck',
        site_id: post?.site_id ?? main?.id ?? '',
      },
      printer: post?.printer ?? PRINTER,
    },
    toBody: ({ post: values, printer }) => ({
      companyId,
      ...(post ? { version: post.version } : { client_id: clientId }),
      post: { ...values, ...(post && { id: post.id }) },
      printer: printer.host ? printer : null,
    }),
  })
  return (
    <SaveForm form={form} save={save} saved={close} said="Пост сохранён">
      <Fields columns={2}>
        <IntInput label="Номер" required {...form.field('post.number')} />
        <TextInput label="Название" required {...form.field('post.title')} />
        <Select label="Вид" allowDeselect={false} data={KINDS} {...form.field('post.kind')} />
        <Select
          label="Площадка"
          allowDeselect={false}
          data={yard.sites.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('post.site_id')}
        />
      </Fields>
      <FieldGroup title="Принтер талонов">
        <Fields columns={3}>
          <TextInput label="Адрес" placeholder="Нет" {...form.field('printer.host')} />
          <IntInput label="Порт" {...form.field('printer.port')} />
          <IntInput label="Знаков в строке" {...form.field('printer.columns')} />
        </Fields>
      </FieldGroup>
    </SaveForm>
  )
}

function freeNumber({ posts }: YardSetUp): number {
  const taken = new Set(posts.map(({ number }) => number))
  let number = 1
  while (taken.has(number)) number++
  return number
}
