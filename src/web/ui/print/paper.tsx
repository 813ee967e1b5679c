import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from '../../router/link.tsx'
import type { CopyCount } from '#contract/core/shapes.ts'
import type { CallError } from '../../state/call-error.ts'
import { Waiting } from '../feedback/waiting.tsx'
import { Page } from '../layout/page.tsx'
import styles from './paper.module.css'
import { PrintSheet } from './print-sheet.tsx'

interface PaperProps {
  paper: { title: string; html: string } | undefined
  /** Why there is none, with the heading and the link of the page that says so. */
  failure?: { error: CallError; title: string; back: string } | null
  /** Address of what is printed. */
  record: string
  back?: string
  wide?: boolean
  pdf: (copies: CopyCount) => Promise<Blob | undefined>
}

/** A printed form that opens over its own screen, by a key in the screen's address. */
export function Paper({ paper, failure, record, ...rest }: PaperProps) {
  if (failure) {
    const { error, title, back } = failure
    return (
      <Page title={title}>
        <p role="alert">{[error.message, ...Object.values(error.fields)].join('. ')}</p>
        <Link to={record}>{back}</Link>
      </Page>
    )
  }
  if (!paper) return <Waiting />
  return (
    <PaperLayer>
      <PrintSheet title={paper.title} html={paper.html} record={record} {...rest} />
    </PaperLayer>
  )
}

/** A printed page covers header and navigation: they are not printed. */
function PaperLayer({ children }: { children: ReactNode }) {
  return createPortal(
    <div className={`${styles['paper']} paper-layer`}>{children}</div>,
    document.body,
  )
}
