import { FileList } from './file-list.tsx'
import { HeapButton, HeapDrop, useMaySort } from './heap/heap-button.tsx'

export function Component() {
  const maySort = useMaySort()
  return (
    <HeapDrop isOpen={maySort}>
      <FileList actions={maySort && <HeapButton />} />
    </HeapDrop>
  )
}
