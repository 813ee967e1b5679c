import { Button, CopyButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import { phoneLinks } from '#contract/file/phone.ts'
import { CallError } from '#web/state/call-error.ts'
import { send, sendAtLeaving } from '#web/api/send.ts'
import { useCall } from '#web/api/use-call.ts'
import { plural, time } from '#web/ui/format.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import type { ScannedRecord } from './scanned-page.ts'
import styles from './scanner.module.css'

type MadeLink = CallResult<typeof phoneLinks.create>

/** Changes come by the live stream; this notices an end by time, and a stream that is broken. */
const CHECK_MS = 10_000

interface PhonePartProps {
  record: ScannedRecord | undefined
  take: (pictures: readonly File[]) => Promise<void>
}

/** The QR code of a link for one telephone; what it photographs comes into the scanner while this is shown. */
export function PhonePart({ record, take }: PhonePartProps) {
  const [turn, setTurn] = useState(0)
  return <OneLink key={turn} record={record} take={take} renew={() => setTurn(turn + 1)} />
}

function OneLink({ record, take, renew }: PhonePartProps & { renew: () => void }) {
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
  return link ? <LinkState link={link} take={take} renew={renew} /> : <Waiting />
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

interface LinkStateProps {
  link: MadeLink
  take: PhonePartProps['take']
  renew: () => void
}

function LinkState({ link, take, renew }: LinkStateProps) {
  const { data } = useCall(
    phoneLinks.get,
    { query: { id: link.id } },
    { every: CHECK_MS, quiet: true },
  )
  const { status, pages, expires_at } = data ?? link
  useArrivals(link.id, pages, take)
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

/** Takes each page once, in the order of the telephone; one that could not be read is tried again with the next look. */
function useArrivals(id: string, pages: readonly number[], take: PhonePartProps['take']) {
  const begun = useRef(new Set<number>())
  const last = useRef(Promise.resolve())
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const fetchPage = async (page: number) => {
      const query = { id, page }
      const picture = await send(phoneLinks.getPage, { query }, { quiet: true }).catch(() => {
        begun.current.delete(page)
      })
      if (!picture) return
      const name = `Снимок ${page} с телефона`
      await latest.current([new File([picture], name, { type: 'image/jpeg' })])
    }
    for (const page of pages) {
      if (begun.current.has(page)) continue
      begun.current.add(page)
      last.current = last.current.then(() => fetchPage(page))
    }
  }, [id, pages])
}
