import { SegmentedControl } from '@mantine/core'
import { useSearchParams } from 'react-router'

type DocumentView = 'texts' | 'files'

const TABS = [
  { value: 'texts', label: 'Тексты' },
  { value: 'files', label: 'Файлы компаний' },
]

/** Texts of documents, and the files that companies store; the company stays, what narrows one of them goes. */
export function DocumentTabs({ shown }: { shown: DocumentView }) {
  const [params, setParams] = useSearchParams()
  const company = params.get('company')
  return (
    <SegmentedControl
      w="fit-content"
      aria-label="Что показать"
      data={TABS}
      value={shown}
      onChange={(view) =>
        setParams({ ...(view === 'files' && { view }), ...(company && { company }) })
      }
    />
  )
}
