import { FileList } from './file-list.tsx'

export function Component() {
  return <FileList />
}
