import { Button, CopyButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import { phoneLinks } from '#contract/file/phone.ts'
import { CallError } from '#web/state/call-error.ts'
import { sendAtLeaving } from '#web/api/upload.ts'
import { send } from '#web/api/send.ts'
import { useCall } from '#web/api/use-call.ts'
import { plural, time } from '#web/ui/format.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { openArrivals, type Arrivals, type PagesNow } from './phone-arrivals.ts'
import type { ScannedRecord } from '../scanned-page.ts'
import styles from '../scanner.module.css'

type MadeLink = CallResult<typeof phoneLinks.create>

/** Changes come by the live stream; this notices an end by time, and a stream that is broken. */
const CHECK_MS = 10_000

interface PhonePartProps {
  record: ScannedRecord | undefined
  take: (pictures: readonly File[]) => Promise<void>
  /** Hears of the pages of the present link; stays the same function. */
  join: (arrivals: Arrivals | undefined) => void
  /** Takes the rest of the pages of the link that was joined, and ends it. */
  takeRest: () => Promise<void>
}

/** The QR code of a link for one telephone; what it photographs comes into the scanner while this is shown. */
export function PhonePart(props: PhonePartProps) {
  const [turn, setTurn] = useState(0)
  const renew = async () => {
    await props.takeRest()
    setTurn(turn + 1)
  }
  return <OneLink key={turn} {...props} renew={() => void renew()} />
}

function OneLink({ record, renew, ...how }: PhonePartProps & { renew: () => void }) {
  const { link, problem } = useLink(record)
  if (problem)
    return (
      <div className={styles['phone']}>
        <p role="alert">{problem}</p>
        <Button variant="default" onClick={renew}>
          Повторить
        </Button>
      </div>
    )
  return link ? <LinkState link={link} renew={renew} {...how} /> : <Waiting />
}

/** A link that lives as long as its component; a page that is closed or left ends it as well. */
function useLink(record: ScannedRecord | undefined) {
  const [link, setLink] = useState<MadeLink>()
  const [problem, setProblem] = useState<string>()
  const [body] = useState(record ?? {})
  useEffect(() => {
    let isOpen = true
    let made: MadeLink | undefined
    const end = ({ id }: MadeLink) => {
      // A link that cannot be ended now expires by itself.
      void send(phoneLinks.end, { body: { id } }, { quiet: true }).catch(() => undefined)
    }
    const leave = () => {
      if (made) sendAtLeaving(phoneLinks.end, { body: { id: made.id } })
    }
    send(phoneLinks.create, { body }).then(
      (created) => {
        made = created
        if (isOpen) setLink(created)
        else end(created)
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (isOpen) setProblem(error.message)
      },
    )
    addEventListener('pagehide', leave)
    return () => {
      isOpen = false
      removeEventListener('pagehide', leave)
      if (made) end(made)
    }
  }, [body])
  return { link, problem }
}

interface LinkStateProps extends Omit<PhonePartProps, 'record'> {
  link: MadeLink
  renew: () => void
}

function LinkState({ link, renew, ...how }: LinkStateProps) {
  const { data, at } = useCall(
    phoneLinks.get,
    { query: { id: link.id } },
    { every: CHECK_MS, quiet: true },
  )
  const { status, pages, expires_at } = data ?? link
  useArrivals(link.id, { pages, at }, how)
  const came = plural(pages.length, 'лист', 'листа', 'листов')
  if (status === 'ended')
    return (
      <div className={styles['phone']}>
        <p role="status">Ссылка больше не действует.</p>
        <Button variant="default" onClick={renew}>
          Новый код
        </Button>
      </div>
    )
  if (status === 'opened')
    return (
      <div className={styles['phone']}>
        <p role="status">
          Телефон подключён.{' '}
          {pages.length === 0 ? 'Снимайте листы: они появятся здесь сами.' : `Пришло: ${came}.`}
        </p>
        <Button variant="default" onClick={renew}>
          Другой телефон
        </Button>
      </div>
    )
  return <Code link={link} until={expires_at} />
}

function Code({ link, until }: { link: MadeLink; until: string }) {
  const isOfThisMachine = /^(localhost|127\.)/.test(new URL(link.address).hostname)
  return (
    <div className={styles['phone']}>
      <img
        alt="QR-код ссылки для телефона"
        src={`data:image/svg+xml,${encodeURIComponent(link.qr_svg)}`}
      />
      <div className={styles['steps']}>
        <p>
          Наведите камеру телефона на код и откройте ссылку: вход не нужен. Код — для одного
          телефона, открыть его можно до {time(until)}.
        </p>
        {isOfThisMachine && (
          <p className={styles['quiet']}>
            Сервер работает на этом же компьютере, с телефона его адрес не открыть. Для пробы
            откройте ссылку в другом окне браузера.
          </p>
        )}
        <CopyButton value={link.address}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Ссылка скопирована' : 'Скопировать ссылку'}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  )
}

/** Takes each page that came; every answer is a new try, also where its pages are those of the answer before. */
function useArrivals(
  id: string,
  { pages, at }: PagesNow,
  { take, join }: Pick<PhonePartProps, 'take' | 'join'>,
) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  const arrivals = useRef<Arrivals>(undefined)
  useEffect(() => {
    const opened = openArrivals(id, (pictures) => latest.current(pictures))
    arrivals.current = opened
    join(opened)
    return () => join(undefined)
  }, [id, join])
  useEffect(() => arrivals.current?.note({ pages, at }), [pages, at])
}
