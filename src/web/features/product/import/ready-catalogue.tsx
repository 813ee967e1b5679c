import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { product } from '#contract/price/product.ts'
import {
  readyCatalogue,
  readySections,
  type ReadySection,
} from '#contract/price/ready-catalogue.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import styles from './import-products.module.css'

/** Sections of the ready catalogue to choose from; what the company has already is never changed. */
export function showReadyCatalogue(): Promise<void> {
  return openDialog({ title: 'Готовый каталог', width: 420 }, (close) => (
    <ReadyCatalogue close={() => close()} />
  )).then(() => undefined)
}

function ReadyCatalogue({ close }: { close: () => void }) {
  const [chosen, setChosen] = useState<readonly ReadySection[]>([])
  const add = useSend(readyCatalogue.addReady, { refreshes: [product.getAll] })
  const run = async () => {
    const done = await add.send({ body: { sections: [...chosen] } })
    if (!done) return
    const words = plural(done.added, 'позиция', 'позиции', 'позиций')
    toast.success(
      done.present > 0 ? `Добавлено: ${words}. Уже были: ${done.present}` : `Добавлено: ${words}`,
    )
    close()
  }
  return (
    <div className={styles['body']}>
      <p className={styles['dimmed']}>
        Выберите, что вы принимаете. Названия, засор и правила потом можно изменить, цены назначаете
        вы. Что уже есть в номенклатуре, останется как есть.
      </p>
      {readySections.map(({ code, title, count }) => (
        <Checkbox
          key={code}
          label={`${title} · ${count}`}
          checked={chosen.includes(code)}
          onChange={(event) =>
            setChosen(
              event.currentTarget.checked
                ? [...chosen, code]
                : chosen.filter((other) => other !== code),
            )
          }
        />
      ))}
      <DialogButtons
        main="Добавить"
        disabled={chosen.length === 0}
        busy={add.sending}
        cancel={close}
        run={() => void run()}
      />
    </div>
  )
}
