/**
 * The subset of React Router that all parts share: shared modules aren't tree-shaken. ESLint reads the allowed names
 * from here.
 */
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from "react-router";
