package io.compscan.testing;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests whose {@link Needs} are not met. Both engines find it through {@code META-INF/services}. */
public final class NeedsHook implements ExecutionCondition, SkipExecutionHook, AroundPropertyHook {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Wants wants = wants(context.getTestClass(), context.getTestMethod());
        Programs.setNamed(wants.programs());
        return wants.missing()
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("all that it needs is here"));
    }

    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
        Optional<Method> method =
                context.optionalElement().filter(Method.class::isInstance).map(Method.class::cast);
        return wants(context.optionalContainerClass(), method)
                .missing()
                .map(SkipResult::skip)
                .orElseGet(SkipResult::doNotSkip);
    }

    /** jqwik asks which properties to skip before it runs the first. */
    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        Programs.setNamed(wants(Optional.of(context.containerClass()), Optional.of(context.targetMethod()))
                .programs());
        return property.execute();
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    private static Wants wants(Optional<Class<?>> type, Optional<Method> method) {
        Wants wants = new Wants(new LinkedHashSet<>(), new LinkedHashSet<>());
        method.ifPresent(wants::addThoseOf);
        for (Class<?> each = type.orElse(null); each != null; each = each.getEnclosingClass()) {
            wants.addThoseOf(each);
        }
        return wants;
    }

    /** Programs and classes that a test wants. */
    private record Wants(Set<String> programs, Set<Class<?>> classes) {

        void addThoseOf(AnnotatedElement element) {
            Needs needs = element.getAnnotation(Needs.class);
            if (needs != null) {
                programs.addAll(List.of(needs.value()));
                for (Class<?> used : needs.also()) {
                    if (classes.add(used)) {
                        addThoseOf(used);
                    }
                }
            }
        }

        /** Returns the reason why the test is skipped, or nothing where all is there. */
        Optional<String> missing() {
            List<String> gone = programs.stream()
                    .filter(program -> !Programs.isInstalled(program))
                    .toList();
            if (!gone.isEmpty()) {
                return Optional.of("there is no " + String.join(" and no ", gone));
            }
            return classes.stream()
                    .filter(Needs.Need.class::isAssignableFrom)
                    .flatMap(need -> make(need).missing().stream())
                    .findFirst();
        }

        private static Needs.Need make(Class<?> need) {
            try {
                Constructor<?> constructor = need.getDeclaredConstructor();
                constructor.setAccessible(true);
                return (Needs.Need) constructor.newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(need + " has no constructor without arguments", e);
            }
        }
    }
}
