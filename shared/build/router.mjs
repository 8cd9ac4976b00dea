/**
 * What all parts share of React Router, under the name react-router-dom. A shared module is shipped whole, so the shell
 * would carry the library's server and framework halves too. The eslint rule for the parts reads the names from here.
 */
export {
  createBrowserRouter,
  createPath,
  createSearchParams,
  generatePath,
  isRouteErrorResponse,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  resolvePath,
  Route,
  Routes,
  ScrollRestoration,
  useBeforeUnload,
  useBlocker,
  useHref,
  useLocation,
  useMatch,
  useNavigate,
  useNavigation,
  useNavigationType,
  useParams,
  useResolvedPath,
  useRouteError,
  useSearchParams,
} from "react-router";
export { RouterProvider } from "react-router/dom";
