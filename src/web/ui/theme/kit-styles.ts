// The kit's styles that no component has; those of a component come with its code (kit-css.ts).
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import 'virtual:theme.css'
import 'virtual:kit-components.css'
import './kit.css'
