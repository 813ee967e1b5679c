import { Button, SegmentedControl, Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { itemFields, nodeFields, productFields } from '#contract/price/product-record.ts'
import { product, updateProductBody, type Product } from '#contract/price/product.ts'
import { useSend } from '#web/api/use-send.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { RecordInputs } from '#web/ui/form/record-fields.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { formBody, formValues, type FormValues } from '#web/ui/form/record-values.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import styles from './product-form.module.css'

type ProductValues = Omit<FormValues<typeof productFields>, 'metal_class'> & {
  /** Null until it is chosen: a product taken for «not scrap» by default would be bought without radiation control. */
  metal_class: Product['metal_class'] | null
}

function productValues(node: Product | undefined): ProductValues {
  return { ...formValues(productFields, node), metal_class: node?.metal_class ?? null }
}

/** A group has only a name, a code and a bound of its prices. */
function productBody({ metal_class, ...values }: ProductValues, kind: Product['kind']) {
  if (kind === 'group') return formBody(nodeFields, values)
  return { ...formBody(productFields, values), ...(metal_class && { metal_class }) }
}

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
      ...productBody(values, kind),
    }),
  })
  const first = useRef<HTMLDivElement>(null)
  const fresh = !node
  useEffect(() => {
    if (fresh) first.current?.querySelector('input')?.focus()
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
      <div ref={first}>
        <Fields columns={2}>
          <RecordInputs form={form} fields={nodeFields} part="node" />
        </Fields>
      </div>
      <Fields columns={2}>
        <RecordInputs form={form} fields={nodeFields} part="prices" />
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
            data={options(itemFields.metal_class.titles)}
            {...form.field('metal_class')}
            onChange={(value) => isClass(value) && form.set(classChange(form.values, value))}
          />
          <RecordInputs form={form} fields={itemFields} part="scrap" />
        </Fields>
      </FieldGroup>
      <FieldGroup title="Засор">
        <Fields columns={2}>
          <RecordInputs form={form} fields={itemFields} part="contamination" />
        </Fields>
        <p className={styles['reason']}>
          Килограммы засора округляются до шага: 1 кг для машин, 0,01 кг для платформенных весов. С
          шагом 10 кг засор 3 % от 7 800 кг станет 230 кг вместо 234 кг: акт скажет об округлении.
        </p>
      </FieldGroup>
      <FieldGroup title="Приём">
        <RecordInputs form={form} fields={itemFields} part="intake" />
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
            data={options(itemFields.measure.titles)}
            value={measure}
            onChange={(value) =>
              form.set({
                measure: value as Product['measure'],
                display_unit: value === 'piece' ? 'pcs' : 'kg',
              })
            }
          />
        </div>
        <Select
          label="Единица"
          allowDeselect={false}
          disabled={measure === 'piece'}
          data={units.map((unit) => ({ value: unit, label: itemFields.display_unit.titles[unit] }))}
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
  value !== null && value in itemFields.metal_class.titles

const isScrap = (metal: ProductValues['metal_class']) => metal !== null && metal !== 'none'

function options(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}
