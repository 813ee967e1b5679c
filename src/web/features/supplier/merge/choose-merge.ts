import { supplier } from '#contract/supplier/supplier.ts'
import type { Supplier, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { callOnce } from '#web/api/use-call.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { chooseSupplier } from '../choose-supplier.ts'
import { openMerge } from './open-merge.ts'

/**
 * From a card: records that look like it are offered first, any other by name or number. Answers the record that
 * remained, when it is another one.
 */
export async function chooseMerge(card: SupplierCard): Promise<Supplier | undefined> {
  const other = (await askDuplicate(card)) ?? undefined
  if (!other) return undefined
  const survivor: Supplier | undefined = await openMerge([card.id, other])
  return survivor?.id === card.id ? undefined : survivor
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

const askAnother = ({ id, type, name }: SupplierCard) =>
  chooseSupplier({
    title: `С кем объединить: ${name}?`,
    label: 'Имя, ИНН, телефон или документ второй записи',
    nobody: 'Никого того же вида не нашлось',
    main: 'Сравнить',
    fits: (one) => one.id !== id && one.type === type,
  })
