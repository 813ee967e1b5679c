import { Checkbox, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { moduleFields, type SettingField } from '#contract/company/setting-fields.ts'
import { saveRulesBody, type YardSetUp } from '#contract/device/site-devices.ts'
import { device } from '#contract/device/device.ts'
import type { YardRules } from '#contract/core/module-settings.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import styles from './device.module.css'
import { SettingInput } from '#web/ui/inputs/setting-input.tsx'

type Values = Record<string, unknown> & { rules: YardRules }
type RulesRecordForm = RecordForm<Values>

/** Which post each weighing screen works at, and what weighing, plates and pictures keep to (domain.md 13.1). */
export function openRules(companyId: string): Promise<void> {
  return openDialog({ title: 'Правила взвешивания', width: 960 }, (close) => (
    <RulesFields companyId={companyId} close={close} />
  ))
}

interface LoadedProps {
  companyId: string
  close: () => void
}

/** The form follows the company: rules changed by another user are merged with what was typed. */
function RulesFields({ companyId, close }: LoadedProps) {
  const yard = useCall(device.superGetYard, { query: { companyId } }, { quiet: true })
  if (yard.error && !yard.data) return <p>{yard.error.message}</p>
  if (!yard.data) return <Waiting />
  return <RulesForm yard={yard.data} close={close} />
}

function RulesForm({ yard, close }: { yard: YardSetUp; close: () => void }) {
  const save = useSend(device.superSaveRules, { refreshes: [device.superGetYard] })
  const { company_id: companyId, version } = yard
  const form = useRecordForm({
    schema: saveRulesBody,
    initial: { rules: yard.rules },
    version,
    toBody: ({ rules }) => ({ companyId, version, rules: changedRules(yard.rules, rules) }),
  })
  return (
    <SaveForm
      form={form}
      save={save}
      saved={close}
      said={
        yard.sites.some(({ agent }) => agent?.status === 'online')
          ? 'Правила сохранены. Посты уже работают по ним'
          : 'Правила сохранены. Посты возьмут их, когда агент выйдет на связь'
      }
    >
      <FieldGroup title="Экраны взвешивания">
        <Fields columns={3}>
          <PostSelect form={form} yard={yard} screen="weight" label="«Взвешивание»" />
          <PostSelect form={form} yard={yard} screen="weight1" label="«Второй пост»" />
          <PostSelect form={form} yard={yard} screen="weight2" label="«Третий пост»" />
        </Fields>
      </FieldGroup>
      <WeightRules form={form} />
      <SeenRules form={form} yard={yard} />
    </SaveForm>
  )
}

/** Only changed rules are sent: an unchanged rule is not validated again. */
function changedRules(was: YardRules, now: YardRules): object {
  const parts = (['weight', 'carnumber', 'camera'] as const).map((tag) => {
    const before = was[tag] as Record<string, unknown>
    const values = Object.entries(now[tag]).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    )
    return [tag, Object.fromEntries(values)]
  })
  return Object.fromEntries(parts)
}

interface PostSelectProps {
  form: RulesRecordForm
  yard: YardSetUp
  screen: keyof YardRules['weight']['posts']
  label: string
}

function PostSelect({ form, yard, screen, label }: PostSelectProps) {
  const path = `rules.weight.posts.${screen}`
  const { value, onChange, ...field } = form.field(path)
  const posts = yard.posts.toSorted((a, b) => a.number - b.number)
  const options = posts.map(({ number, title }) => ({
    value: String(number),
    label: `${number}. ${title}`,
  }))
  // The screen's post may not be made yet, or be gone.
  if (!posts.some(({ number }) => number === value))
    options.push({ value: String(value), label: `${value}. Такого поста нет` })
  return (
    <Select
      label={label}
      required
      allowDeselect={false}
      data={options}
      {...field}
      value={String(value)}
      onChange={(next) => (onChange as (post: number) => void)(Number(next))}
    />
  )
}

function WeightRules({ form }: { form: RulesRecordForm }) {
  return (
    <FieldGroup title="Вес и заезды">
      <Fields columns={3}>{drawSettings('weight', isTyped, form)}</Fields>
    </FieldGroup>
  )
}

/** What plates and pictures keep to. */
function SeenRules({ form, yard }: { form: RulesRecordForm; yard: YardSetUp }) {
  return (
    <FieldGroup title="Номер машины и снимки">
      <Fields columns={3}>
        {drawSettings('carnumber', isTyped, form)}
        {drawSettings('camera', isTyped, form)}
      </Fields>
      {drawSettings('carnumber', isSwitch, form)}
      <CaptureCameras form={form} yard={yard} />
    </FieldGroup>
  )
}

/** Posts and cameras are chosen of those that the site has; the rest is drawn of its description. */
const isTyped = ({ path, kind }: SettingField) => kind === 'number' && !path.includes('.posts.')
const isSwitch = ({ kind }: SettingField) => kind === 'yes-no'

function drawSettings(
  tag: keyof YardRules,
  isWanted: (setting: SettingField) => boolean,
  form: RulesRecordForm,
): ReactNode[] {
  return moduleFields(tag)
    .filter(isWanted)
    .map((setting) => (
      <SettingInput
        key={setting.path}
        setting={setting}
        fieldProps={form.field(setting.path.replace('modules_cfg', 'rules'))}
      />
    ))
}

/** Cameras whose pictures are taken at every weighing of their post. */
function CaptureCameras({ form, yard }: { form: RulesRecordForm; yard: YardSetUp }) {
  const { value, onChange, error } = form.field('rules.camera.on_capture')
  const chosen = value as number[]
  const cameras = yard.devices
    .filter(({ kind }) => kind === 'camera')
    .map(({ code, title }) => ({ code, title }))
  const gone = chosen
    .filter((code) => !cameras.some((camera) => camera.code === code))
    .map((code) => ({ code, title: 'такой камеры нет' }))
  const all = [...cameras, ...gone].toSorted((a, b) => a.code - b.code)
  return (
    <Checkbox.Group
      label="Снимать при каждом взвешивании"
      error={error as string | undefined}
      value={chosen.map(String)}
      onChange={(codes) => (onChange as (codes: number[]) => void)(codes.map(Number))}
      data-path="rules.camera.on_capture"
      data-label="Снимать при каждом взвешивании"
    >
      <div className={styles['choices']}>
        {all.length === 0 && <span className={styles['quiet']}>Камер ещё нет</span>}
        {all.map(({ code, title }) => (
          <Checkbox key={code} value={String(code)} label={`${code}. ${title}`} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
