import { Button, Checkbox, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { product, updateProductBody, type Product } from '#contract/price/product.ts'
import { useSend } from '#web/api/use-send.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { PercentInput, WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import {
  CLASSES,
  MEASURES,
  productFields,
  productValues,
  UNITS,
  type ProductValues,
} from './product-values.ts'
import styles from './product-form.module.css'

interface ProductFormProps {
  kind: Product['kind']
  /** Absent for a new node. */
  node?: Product
  /** Where a new node goes, and the id that makes a repeated create harmless. */
  start?: { parentId: string | null; clientId: string }
  tellChanged: (changed: boolean) => void
  done: (saved: Product) => void
  relocate?: () => void
  remove?: () => void
  /** Ends a new node that was not saved. */
  giveUp?: () => void
}

/** The fields of a node beside the tree; it stays mounted while its record grows and joins what was typed. */
export function ProductForm(props: ProductFormProps) {
  const { kind, node, start, tellChanged, relocate, remove, giveUp } = props
  const save = useSend(product.update, { refreshes: [product.getAll] })
  const form = useRecordForm({
    schema: updateProductBody,
    initial: productValues(node),
    ...(node && { version: node.version }),
    toBody: (values) => ({
      ...(node ? { id: node.id, version: node.version } : newBody(kind, start)),
      ...productFields(values, kind),
    }),
  })
  const first = useRef<HTMLInputElement>(null)
  const fresh = !node
  useEffect(() => {
    if (fresh) first.current?.focus()
  }, [fresh])
  const changed = form.kit.isDirty()
  useEffect(() => {
    tellChanged(changed)
    return () => tellChanged(false)
  }, [changed, tellChanged])
  return (
    <SaveForm
      form={form}
      save={save}
      saved={(record) => {
        tellChanged(false)
        props.done(record)
      }}
      said={kind === 'group' ? 'Группа сохранена' : 'Позиция сохранена'}
      actions={
        <>
          {node && relocate && (
            <Button variant="default" onClick={relocate}>
              Переместить…
            </Button>
          )}
          {node && remove && (
            <Button variant="default" onClick={remove} title="Del">
              {node.used ? 'В архив' : 'Удалить'}
            </Button>
          )}
          {giveUp && (
            <Button variant="default" onClick={giveUp} title="Esc">
              Отмена
            </Button>
          )}
        </>
      }
    >
      <Fields columns={2}>
        <TextInput label="Название" required maxLength={200} {...form.field('name')} ref={first} />
        <TextInput label="Код" maxLength={40} autoComplete="off" {...form.field('code')} />
      </Fields>
      <Fields columns={2}>
        <PercentInput
          label="Шаг цены без второго человека"
          placeholder="Как выше по дереву"
          {...form.field('price_step_bp')}
        />
      </Fields>
      {kind === 'item' && <ItemFields form={form} used={node?.used ?? false} />}
    </SaveForm>
  )
}

function newBody(kind: Product['kind'], start: ProductFormProps['start']) {
  return { kind, parent_id: start?.parentId ?? null, client_id: start?.clientId }
}

function ItemFields({ form, used }: { form: RecordForm<ProductValues>; used: boolean }) {
  return (
    <>
      <MeasureFields form={form} used={used} />
      <FieldGroup title="Вид лома и отхода">
        <Fields columns={3}>
          <Select
            label="Вид"
            required
            placeholder="Лом или не лом"
            allowDeselect={false}
            data={options(CLASSES)}
            {...form.field('metal_class')}
            onChange={(value) => isClass(value) && form.set(classChange(form.values, value))}
          />
          <TextInput label="Категория ГОСТ" maxLength={60} {...form.field('gost_category')} />
          <TextInput label="Код отхода" maxLength={20} {...form.field('waste_code')} />
        </Fields>
      </FieldGroup>
      <FieldGroup title="Засор">
        <Fields columns={2}>
          <PercentInput label="Обычный засор" required {...form.field('default_zasor_bp')} />
          <WeightInput label="Шаг засора" required {...form.field('zasor_step_g')} />
        </Fields>
        <p className={styles['reason']}>
          Килограммы засора округляются до шага: 1 кг для машин, 0,01 кг для платформенных весов. С
          шагом 10 кг засор 3 % от 7 800 кг станет 230 кг вместо 234 кг: акт скажет об округлении.
        </p>
      </FieldGroup>
      <FieldGroup title="Приём">
        <Checkbox
          label="Принимать от граждан"
          description="Цветной лом от граждан — только виды из перечня региона"
          {...form.field('allowed_from_person', { type: 'checkbox' })}
        />
        <Checkbox
          label="Нужен радиационный контроль"
          {...form.field('requires_radiation_check', { type: 'checkbox' })}
        />
        <Checkbox
          label="Спрашивать влажность"
          description="В акте, для сведения: вес и сумма от неё не зависят"
          {...form.field('asks_moisture', { type: 'checkbox' })}
        />
        <Textarea
          label="Предупреждение"
          description="Видно на посту при взвешивании"
          autosize={false}
          rows={2}
          maxLength={300}
          {...form.field('hazard_note')}
        />
      </FieldGroup>
    </>
  )
}

/** A used product keeps its measure: documents count it in that one (domain.md 2.5). */
function MeasureFields({ form, used }: { form: RecordForm<ProductValues>; used: boolean }) {
  const { measure } = form.values
  const units = measure === 'piece' ? (['pcs'] as const) : (['kg', 't'] as const)
  return (
    <>
      <Fields columns={2}>
        <div className={styles['measure']} data-path="measure" data-label="Мера">
          <span className={styles['label']}>Мера</span>
          <SegmentedControl
            aria-label="Мера"
            disabled={used}
            data={options(MEASURES)}
            value={measure}
            onChange={(value) =>
              form.set({
                measure: value as ProductValues['measure'],
                display_unit: value === 'piece' ? 'pcs' : 'kg',
              })
            }
          />
        </div>
        <Select
          label="Единица"
          allowDeselect={false}
          disabled={measure === 'piece'}
          data={units.map((unit) => ({ value: unit, label: UNITS[unit] }))}
          {...form.field('display_unit')}
        />
      </Fields>
      {used && (
        <p className={styles['reason']}>Позиция есть в документах, поэтому меру менять нельзя.</p>
      )}
    </>
  )
}

/** domain.md 2.5: a product that becomes scrap is checked for radiation unless the user decides otherwise. */
function classChange(
  before: ProductValues,
  metal_class: ProductValues['metal_class'],
): Partial<ProductValues> {
  const becomesScrap = !isScrap(before.metal_class) && isScrap(metal_class)
  return { metal_class, ...(becomesScrap && { requires_radiation_check: true }) }
}

const isClass = (value: string | null): value is Product['metal_class'] =>
  value !== null && value in CLASSES

const isScrap = (metal: ProductValues['metal_class']) => metal !== null && metal !== 'none'

function options(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}
