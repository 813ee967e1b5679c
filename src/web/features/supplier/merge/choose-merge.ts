import { supplier } from '#contract/supplier/supplier.ts'
import type { Supplier, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { callOnce } from '#web/api/use-call.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { openMerge } from './open-merge.ts'

/**
 * From a card: records that look like it are offered first, any other by name or number. Answers the record that
 * remained, when it is another one.
 */
export async function chooseMerge(card: SupplierCard): Promise<Supplier | undefined> {
  const other = (await askDuplicate(card)) ?? undefined
  if (!other) return undefined
  const kept: Supplier | undefined = await openMerge([card.id, other])
  return kept?.id === card.id ? undefined : kept
}

const ANOTHER = ''

async function askDuplicate(card: SupplierCard): Promise<string | undefined> {
  const body = {
    type: card.type,
    name: card.name,
    birth_date: card.birth_date,
    phone: card.phone,
    except: card.id,
  }
  const duplicates = await callOnce(supplier.findTwins, { body })
  const alike = duplicates.filter(({ type, status }) => type === card.type && status !== 'archived')
  if (alike.length === 0) return askAnother(card)
  const chosen = await ask.select({
    title: `С кем объединить: ${card.name}?`,
    options: [
      ...alike.map((duplicate) => ({
        value: duplicate.id,
        label: duplicate.name,
        note: duplicate.inn ?? duplicate.doc_masked ?? '',
      })),
      { value: ANOTHER, label: 'Другой поставщик…' },
    ],
    main: 'Сравнить',
  })
  return chosen === ANOTHER ? askAnother(card) : chosen
}

async function askAnother(card: SupplierCard): Promise<string | undefined> {
  const mask = await ask.input({
    title: `С кем объединить: ${card.name}?`,
    label: 'Имя, ИНН, телефон или документ второй записи',
    kind: 'text',
    main: 'Найти',
    problem: (text) => (text.trim().length < 3 ? 'Введите не меньше трёх знаков' : undefined),
  })
  if (!mask) return undefined
  const found = await callOnce(supplier.find, { query: { mask } })
  const others = found.filter(({ id, type }) => id !== card.id && type === card.type)
  return ask.select({
    title: others.length > 0 ? 'Кто из них?' : 'Никого того же вида не нашлось',
    options: others.map((one) => ({
      value: one.id,
      label: one.name,
      note: one.inn ?? one.doc_masked ?? '',
    })),
    main: 'Сравнить',
  })
}
